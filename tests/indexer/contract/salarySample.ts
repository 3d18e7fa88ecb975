/**
 * Salary texts of the kinds that feeds hold, each labelled by reading it. The shapes and oddities (mojibake, broken
 * signs, slipped digits, pay in titles) are those of a random sample of 400 of the recorded texts, with figures and
 * words of our own.
 */
export interface SalaryCase {
  text: string
  /**
   * `40000-45000 GBP year`, then what is plain to a reader: `openEnded`, `rangeSuspect`, `estimated`. Null: no pay is
   * stated.
   */
  label: string | null
}

/** Texts without a currency are pounds. */
export const salarySample: SalaryCase[] = cases(`
£81,000 per annum | 81000-81000 GBP year
£110000 - £128000 per annum | 110000-128000 GBP year
£26,714 to £32,208 | 26714-32208 GBP year
From £46,500 to £58,500 per annum + Bonus and Pension | 46500-58500 GBP year
£93,000 - £111,000 per annum | 93000-111000 GBP year
£41,500–£46,500 | 41500-46500 GBP year
up to £66,500 | 66500-66500 GBP year openEnded
€96.00 - €108.00 per hour | 96-108 EUR hour
27 500 € - 31 500 € par an | 27500-31500 EUR year
£37000 - £57000 per annum + + package | 37000-57000 GBP year
EUR 3.870 brutto | 3870-3870 EUR month
up to £43,500 | 43500-43500 GBP year openEnded
£73000 - £86000 per annum + Great Perks | 73000-86000 GBP year
From £73,500 to £81,500 per annum (visa support possible) | 73500-81500 GBP year
From £51,500 to £67,500 per annum | 51500-67500 GBP year
£39,000 - £50,000 per annum | 39000-50000 GBP year
£54,820 | 54820-54820 GBP year
From £28,700 to £31,700 per annum | 28700-31700 GBP year
£51,000 - £72,000 per annum | 51000-72000 GBP year
ab 3.150 EUR | 3150-3150 EUR month openEnded
Pay negotiable | null
£48,000 - £64,000 per annum | 48000-64000 GBP year
£69,000 - £1,400,000 per annum | 69000-1400000 GBP year rangeSuspect
£54000 - £82000.00 per annum | 54000-82000 GBP year
$153K - $236K | 153000-236000 USD year
£460 - £560 per day + inside IR35 + remote working | 460-560 GBP day
£66000 - £68000 per annum | 66000-68000 GBP year
£460.00 - £510.00 per day, negotiable | 460-510 GBP day
From £61,500 to £66,500 per annum | 61500-66500 GBP year
£24.15 per hour | 24.15-24.15 GBP hour
£36,038 - £46,331 per annum | 36038-46331 GBP year
£32,000 - £54,000 per annum, inc perks | 32000-54000 GBP year
£43,505 - £48,813 per annum | 43505-48813 GBP year
£41500 to £47500 per annum | 41500-47500 GBP year
£32 - £39 per hour | 32-39 GBP hour
£49,000 - 89,000 per year | 49000-89000 GBP year
€186,000 - €190,000 per annum | 186000-190000 EUR year
£57,000 - £58,300 per annum, inc perks | 57000-58300 GBP year
£119,000 - £190,000 per annum | 119000-190000 GBP year
£31,000 - £39,000 per annum | 31000-39000 GBP year
£32,290 - £37,000 per annum | 32290-37000 GBP year
£25 - £26 per hour | 25-26 GBP hour
£32,044 - £45,330 per annum | 32044-45330 GBP year
£26.79 - £33.15 per hour | 26.79-33.15 GBP hour
£890 - £960 per day | 890-960 GBP day
£49,000 - £53,000 per annum | 49000-53000 GBP year
£74,000 - £96,000 per annum, OTE | 74000-96000 GBP year
£110,000 - £200,000 per annum | 110000-200000 GBP year
£103,600 - 113,700 per year | 103600-113700 GBP year
£710-£790 per day | 710-790 GBP day
£11.15 per hour | 11.15-11.15 GBP hour
£422 - £465 per day | 422-465 GBP day
£47,000 per annum, inc perks | 47000-47000 GBP year
£310 per day | 310-310 GBP day
£31,340 - £47,510 | 31340-47510 GBP year
£22,817 - £24,571 | 22817-24571 GBP year
£26000.00 per annum | 26000-26000 GBP year
€130,000 - €166,000 per annum | 130000-166000 EUR year
£36,118 - £40,927 | 36118-40927 GBP year
£23,600 per annum | 23600-23600 GBP year
£48,941 per year - estimated | 48941-48941 GBP year estimated
£57,000 per annum | 57000-57000 GBP year
£17.80 per hour | 17.8-17.8 GBP hour
£23,000 - 23,000 per year | 23000-23000 GBP year
£69,176 per year - estimated | 69176-69176 GBP year estimated
£18.45 per hour | 18.45-18.45 GBP hour
£92,065 per year - estimated | 92065-92065 GBP year estimated
£66,395 per year - estimated | 66395-66395 GBP year estimated
£45,341 per year - estimated | 45341-45341 GBP year estimated
£76,355 per year - estimated | 76355-76355 GBP year estimated
£74,224 per year - estimated | 74224-74224 GBP year estimated
£60,296 per year - estimated | 60296-60296 GBP year estimated
£47,156 per year - estimated | 47156-47156 GBP year estimated
£59,480 per year - estimated | 59480-59480 GBP year estimated
£85 per month | 85-85 GBP month rangeSuspect
Lead Platform Engineer - Data Mesh up to $283,900/yr | 283900-283900 USD year openEnded
£43,195 per year - estimated | 43195-43195 GBP year estimated
Senior Data Engineer (Remote US) up to $231,400/yr | 231400-231400 USD year openEnded
£40,007 per year - estimated | 40007-40007 GBP year estimated
£478/day | 478-478 GBP day
Up to £54,275.00 per annum | 54275-54275 GBP year openEnded
up to £35 per month | 35-35 GBP month openEnded rangeSuspect
£49,300 per annum | 49300-49300 GBP year
£155,350 per year - estimated | 155350-155350 GBP year estimated
£36,000 - 47,000 per year | 36000-47000 GBP year
£270 a day | 270-270 GBP day
£56,677 per year - estimated | 56677-56677 GBP year estimated
Up to £103,500 per annum | 103500-103500 GBP year openEnded
£51,000 per annum | 51000-51000 GBP year
£730 per month | 730-730 GBP month
£24,000 - £34,000 per annum, inc perks, OTE | 24000-34000 GBP year
£13,000 - £22,000 per annum | 13000-22000 GBP year
£22,000 - £34,000 per annum, inc perks | 22000-34000 GBP year
£17,220 - £25,240 per annum, negotiable, OTE | 17220-25240 GBP year
£32,000 - £62,000 per annum, negotiable, OTE | 32000-62000 GBP year
£68,400 per year - estimated | 68400-68400 GBP year estimated
£15,000 - £18,900 per annum | 15000-18900 GBP year
£49,000 - £440,000 per annum | 49000-440000 GBP year rangeSuspect
£17,000 - £28,000 per annum | 17000-28000 GBP year
£41,000 - £43,000 per annum | 41000-43000 GBP year
£23,700 - £37,000 per annum | 23700-37000 GBP year
£18,000 - £31,000 per annum | 18000-31000 GBP year
£19,400 - £24,200 per annum | 19400-24200 GBP year
£95,253 per year - estimated | 95253-95253 GBP year estimated
£92,112 per year - estimated | 92112-92112 GBP year estimated
£34,300 per annum | 34300-34300 GBP year
£35,000 - £37,000 per annum, OTE | 35000-37000 GBP year
£17,234 - £20,000 per annum, inc perks | 17234-20000 GBP year
£19,000 - £27,000 per annum, inc perks, OTE | 19000-27000 GBP year
£72,546 per year - estimated | 72546-72546 GBP year estimated
£39,000 - £46,000 per annum | 39000-46000 GBP year
£12,000 - £16,100 per annum | 12000-16100 GBP year
£15,400 - £19,100 per annum, OTE | 15400-19100 GBP year
£27,800 - £31,000 per annum, OTE | 27800-31000 GBP year
£64,504 per year - estimated | 64504-64504 GBP year estimated
£28,000 - £59,000 per annum, inc perks, OTE | 28000-59000 GBP year
£41,000 per annum, OTE | 41000-41000 GBP year
£20,000 - £22,200 per annum, inc perks, OTE | 20000-22200 GBP year
£92,225 per year - estimated | 92225-92225 GBP year estimated
£27,000 per annum, negotiable | 27000-27000 GBP year
£36,000 - £66,000 per annum, OTE | 36000-66000 GBP year
£18,000 - £33,000 per annum | 18000-33000 GBP year
£17,000 - £19,800 per annum | 17000-19800 GBP year
£29,000 per annum, negotiable | 29000-29000 GBP year
£24,000 per annum, negotiable | 24000-24000 GBP year
£34,000 - £35,000 per annum, negotiable | 34000-35000 GBP year
£27,700 - £29,200 per annum | 27700-29200 GBP year
£17,000 - £57,000 per annum, inc perks, OTE | 17000-57000 GBP year
£20,000 - £31,000 per annum, inc perks | 20000-31000 GBP year
£22,000 - £27,000 per annum, OTE | 22000-27000 GBP year
£26,000 - £36,000 per annum, inc perks, OTE | 26000-36000 GBP year
£31,302 per annum | 31302-31302 GBP year
£11,300 per annum | 11300-11300 GBP year
£22,000 - £42,000 per annum, inc perks | 22000-42000 GBP year
£24,000 - £36,000 per annum, negotiable, OTE | 24000-36000 GBP year
£20,000 - £29,000 per annum, inc perks | 20000-29000 GBP year
£22,200 - £31,000 per annum | 22200-31000 GBP year
£16,700 - £20,000 per annum, OTE | 16700-20000 GBP year
‚¬53,000 - ‚¬72,000 per annum | 53000-72000 EUR year
£24,300 per annum | 24300-24300 GBP year
£47,800 - £54,000 per annum | 47800-54000 GBP year
£24,185 per annum | 24185-24185 GBP year
£34,000 - £38,000 per annum, negotiable, inc perks, OTE | 34000-38000 GBP year
£37,000 - £42,300 per annum | 37000-42300 GBP year
£22,695 - £24,743 per annum | 22695-24743 GBP year
£38,000 - £47,000 per annum, negotiable | 38000-47000 GBP year
£61,000 - £63,100 per annum | 61000-63100 GBP year
£18,765 per annum | 18765-18765 GBP year
£22,663 per annum | 22663-22663 GBP year
£18,600 - £21,700 per annum, OTE | 18600-21700 GBP year
£31,704 per annum | 31704-31704 GBP year
£19,200 - £23,000 per annum, OTE | 19200-23000 GBP year
£14,645 per annum | 14645-14645 GBP year
£76,000 - £150,000 per annum, negotiable, OTE | 76000-150000 GBP year
£130,000 - £170,000 per annum, inc perks, OTE | 130000-170000 GBP year
‚¬33,000 - ‚¬44,000 per annum | 33000-44000 EUR year
£49,000 - £58,000 per annum | 49000-58000 GBP year
£25,910 - £30,136 per annum | 25910-30136 GBP year
£79,263 - £105,640 per annum, pro-rata | 79263-105640 GBP year
£32,000 - £38,000 per annum, pro-rata | 32000-38000 GBP year
£31,739 - £43,027 per annum | 31739-43027 GBP year
£24,000 - £25,000 per annum, OTE | 24000-25000 GBP year
£15,900 - £16,000 per annum | 15900-16000 GBP year
£27,000 - £34,000 per annum, inc perks, OTE | 27000-34000 GBP year
£57,000 - £66,300 per annum | 57000-66300 GBP year
£20,000 - £140,000 per annum, inc perks, OTE | 20000-140000 GBP year rangeSuspect
£22,319 - £28,187 per annum | 22319-28187 GBP year
£30,865 - £33,592 per annum | 30865-33592 GBP year
£13,000 - £19,000 per annum, OTE | 13000-19000 GBP year
£18,100 per annum, negotiable, OTE | 18100-18100 GBP year
£57,000 - £62,000 per annum, negotiable | 57000-62000 GBP year
£21,000 - £28,000 per annum, inc perks | 21000-28000 GBP year
£12,000 - £20,000 per annum, negotiable | 12000-20000 GBP year
£36,834 per annum, inc perks | 36834-36834 GBP year
£17,000 - £25,000 per annum, negotiable, pro-rata, inc perks, OTE | 17000-25000 GBP year
£27,700 - £39,000 per annum | 27700-39000 GBP year
£47,000 - £50,000 per annum, inc perks | 47000-50000 GBP year
£19,100 - £22,300 per annum | 19100-22300 GBP year
£20,000 - £32,000 per annum, inc perks, OTE | 20000-32000 GBP year
£11,000 - £19,000 per annum | 11000-19000 GBP year
£17,000 - £32,000 per annum, negotiable | 17000-32000 GBP year
£8,700 - £42,000 per annum, OTE | 8700-42000 GBP year rangeSuspect
£20,200 per annum, negotiable, pro-rata, inc perks, OTE | 20200-20200 GBP year
£27,000 - £33,000 per annum, negotiable, inc perks, OTE | 27000-33000 GBP year
£22,000 - £221,000 per annum | 22000-221000 GBP year rangeSuspect
£27,000 - £50,000 per annum | 27000-50000 GBP year
£28,508 - £46,555 per annum | 28508-46555 GBP year
£11,000 - £14,000 per annum | 11000-14000 GBP year
£35,130 - £36,800 per annum | 35130-36800 GBP year
£52,000 - £74,000 per annum | 52000-74000 GBP year
£33,000 - £39,000 per annum, inc perks, OTE | 33000-39000 GBP year
£23,881 - £34,797 per annum | 23881-34797 GBP year
‚¬57,000 - ‚¬64,000 per annum | 57000-64000 EUR year
£26,134 - £39,134 per annum | 26134-39134 GBP year
£16,230 - £19,000 per annum, negotiable | 16230-19000 GBP year
£22,991 - £25,300 per annum, pro-rata | 22991-25300 GBP year
£18,660 per annum | 18660-18660 GBP year
£43,501 - £51,314 per annum | 43501-51314 GBP year
£46,000 - £48,240 per annum | 46000-48240 GBP year
£28,000 - £56,000 per annum, OTE | 28000-56000 GBP year
‚¬26,000 - ‚¬27,000 per annum, negotiable | 26000-27000 EUR year
£16,900 - £19,000 per annum | 16900-19000 GBP year
£77,000 - £660,000 per annum | 77000-660000 GBP year rangeSuspect
‚¬54,000 - ‚¬62,000 per annum | 54000-62000 EUR year
£63,000 - £190,000 per annum, OTE | 63000-190000 GBP year
£25,201 per annum | 25201-25201 GBP year
£21,779 per annum | 21779-21779 GBP year
£16,200 - £34,000 per annum | 16200-34000 GBP year
£24,000 per annum, negotiable, pro-rata, inc perks, OTE | 24000-24000 GBP year
£21,000 - £25,000 per annum, inc perks, OTE | 21000-25000 GBP year
£27,700 - £34,000 per annum, inc perks | 27700-34000 GBP year
£69,000 - £86,000 per annum, OTE | 69000-86000 GBP year
£15,858 - £16,517 per annum | 15858-16517 GBP year
£26,000 - £44,000 per annum, OTE | 26000-44000 GBP year
£38,142 - £46,341 per annum | 38142-46341 GBP year
£13,000 - £16,500 per annum | 13000-16500 GBP year
£39,000 - £48,000 per annum, pro-rata, inc perks | 39000-48000 GBP year
£47,140 - £55,220 per annum, inc perks | 47140-55220 GBP year
£19,000 - £26,000 per annum, negotiable, OTE | 19000-26000 GBP year
£18,000 - £26,000 per annum, inc perks | 18000-26000 GBP year
£17,000 - £28,000 per annum, negotiable, pro-rata, inc perks, OTE | 17000-28000 GBP year
£17,000 - £29,000 per annum, inc perks | 17000-29000 GBP year
£29,400 - £40,000 per annum | 29400-40000 GBP year
£28,000 - £51,000 per annum, negotiable, pro-rata, inc perks, OTE | 28000-51000 GBP year
£21,000 - £34,000 per annum, negotiable, OTE | 21000-34000 GBP year
£22,400 - £54,000 per annum, negotiable, pro-rata, inc perks, OTE | 22400-54000 GBP year
£18,000 - £43,000 per annum, negotiable, inc perks, OTE | 18000-43000 GBP year
£13,000 - £41,000 per annum, negotiable | 13000-41000 GBP year
£22,100 per annum, OTE | 22100-22100 GBP year
£17,000 - £17,100 per annum | 17000-17100 GBP year
£15,000 - £32,000 per annum | 15000-32000 GBP year
£14,530 - £18,000 per annum | 14530-18000 GBP year
£21,116 - £27,000 per annum | 21116-27000 GBP year
£14,000 - £51,000 per annum, inc perks | 14000-51000 GBP year
£16,700 - £21,320 per annum | 16700-21320 GBP year
£25,000 - £33,000 per annum, inc perks, OTE | 25000-33000 GBP year
£23,000 per annum, negotiable, inc perks | 23000-23000 GBP year
£21,000 - £59,000 per annum, inc perks, OTE | 21000-59000 GBP year
£16,000 - £19,000 per annum, OTE | 16000-19000 GBP year
£43,000 - £51,000 per annum, pro-rata | 43000-51000 GBP year
£25,600 - £31,000 per annum | 25600-31000 GBP year
£31,000 - £33,000 per annum, negotiable, pro-rata, inc perks, OTE | 31000-33000 GBP year
£15,000 - £25,000 per annum, negotiable | 15000-25000 GBP year
£57,000 - £76,000 per annum, negotiable, inc perks | 57000-76000 GBP year
£18,200 - £19,141 per annum | 18200-19141 GBP year
£25,832 - £35,178 per annum | 25832-35178 GBP year
£34,000 - £37,000 per annum, inc perks, OTE | 34000-37000 GBP year
‚¬96,000 - ‚¬170,000 per annum | 96000-170000 EUR year
£14,600 - £15,900 per annum | 14600-15900 GBP year
£26,000 per annum, inc perks, OTE | 26000-26000 GBP year
£26,000 - £28,000 per annum, inc perks, OTE | 26000-28000 GBP year
£20,300 - £20,900 per annum | 20300-20900 GBP year
£535 - £715 per annum | 535-715 GBP day
£21,000 - £24,800 per annum | 21000-24800 GBP year
£21,000 - £27,000 per annum, pro-rata | 21000-27000 GBP year
£20,000 - £44,000 per annum, negotiable, inc perks, OTE | 20000-44000 GBP year
£14,800 - £22,000 per annum, negotiable | 14800-22000 GBP year
£19,830 - £22,313 per annum | 19830-22313 GBP year
£44,000 - £67,000 per annum, pro-rata, inc perks | 44000-67000 GBP year
£17,767 - £18,701 per annum | 17767-18701 GBP year
£56,000 - £59,000 per annum, negotiable, inc perks | 56000-59000 GBP year
£15,640 - £22,000 per annum | 15640-22000 GBP year
£21,000 - £24,000 per annum, negotiable, pro-rata, inc perks, OTE | 21000-24000 GBP year
£27,550 - £32,450 per annum | 27550-32450 GBP year
£32,000 - £37,000 per annum, pro-rata, inc perks, OTE | 32000-37000 GBP year
£42,000 per annum, negotiable, inc perks | 42000-42000 GBP year
£20,806 per annum, negotiable | 20806-20806 GBP year
£27,000 - £150,000 per annum | 27000-150000 GBP year rangeSuspect
£35,000 - £38,400 per annum | 35000-38400 GBP year
£32,290 per annum | 32290-32290 GBP year
£28,400 - £46,000 per annum | 28400-46000 GBP year
IDR 3,600,000 - 5,100,000 | 3600000-5100000 IDR month
Rp4.800.000 – Rp6.100.000 per month | 4800000-6100000 IDR month
Rp7,800,000 – Rp14,000,000 per month | 7800000-14000000 IDR month
£38,525 per annum | 38525-38525 GBP year
£15,100 - £20,180 per annum | 15100-20180 GBP year
Rp6,700,000 – Rp8,800,000 per month | 6700000-8800000 IDR month
Rp4,000,000 – Rp5,200,000 per month | 4000000-5200000 IDR month
£28,680 - £31,060 per annum | 28680-31060 GBP year
‚¬63,000 per annum, negotiable, inc perks, OTE | 63000-63000 EUR year
£33,000 - £93,000 per annum, OTE | 33000-93000 GBP year
Rp6.100.000 – Rp7.200.000 per month | 6100000-7200000 IDR month
£31,283 - £39,051 per annum | 31283-39051 GBP year
Rp47,000,000 – Rp67,000,000 per month | 47000000-67000000 IDR month
Rp9,100,000 – Rp18,000,000 per month | 9100000-18000000 IDR month
£15,200 - £17,000 per annum | 15200-17000 GBP year
Rp7.900.000 – Rp8.900.000 per month | 7900000-8900000 IDR month
£50,274 per annum | 50274-50274 GBP year
Rp4,900,000 – Rp6,900,000 per month | 4900000-6900000 IDR month
‚¬79,000 - ‚¬140,000 per annum, negotiable, pro-rata, inc perks, OTE | 79000-140000 EUR year
£49,000 - £55,000 per annum, inc perks | 49000-55000 GBP year
£32,200 per annum | 32200-32200 GBP year
Rp14.000.000 – Rp15.000.000 per month | 14000000-15000000 IDR month
£26,687 - £47,078 per annum | 26687-47078 GBP year
Rp12.000.000 – Rp17.000.000 per month | 12000000-17000000 IDR month
Rp8,600,000 – Rp12,100,000 per month | 8600000-12100000 IDR month
£24,340 - £41,000 per annum | 24340-41000 GBP year
£38,000 - £44,200 per annum | 38000-44200 GBP year
Rp15.000.000 – Rp19.000.000 per month | 15000000-19000000 IDR month
£20,972 - £25,146 per annum | 20972-25146 GBP year
Rp1,366,393 – Rp2,020,000 per month | 1366393-2020000 IDR month
$133K-$198K (Glassdoor est.) | 133000-198000 USD year estimated
$97K-$147K (Glassdoor est.) | 97000-147000 USD year estimated
IDR 9,200,000 - 12,900,000 | 9200000-12900000 IDR month
$90K-$168K (Glassdoor est.) | 90000-168000 USD year estimated
$51K-$104K (Glassdoor est.) | 51000-104000 USD year estimated
$76K-$121K (Glassdoor est.) | 76000-121000 USD year estimated
$99K-$167K (Glassdoor est.) | 99000-167000 USD year estimated
Rp7,800,000 – Rp10,400,000 per month | 7800000-10400000 IDR month
Rp8,400,000 – Rp14,000,000 per month | 8400000-14000000 IDR month
$80K-$135K (Glassdoor est.) | 80000-135000 USD year estimated
Rp7,400,000 – Rp8,700,000 per month | 7400000-8700000 IDR month
Rp1,700,000 – Rp2,900,000 per month | 1700000-2900000 IDR month
$56K-$113K (Glassdoor est.) | 56000-113000 USD year estimated
$85K-$146K (Glassdoor est.) | 85000-146000 USD year estimated
Rp6,900,000 – Rp8,100,000 per month | 6900000-8100000 IDR month
Rp4,800,000 – Rp5,400,000 per month | 4800000-5400000 IDR month
$61K-$125K (Glassdoor est.) | 61000-125000 USD year estimated
$76K-$139K (Glassdoor est.) | 76000-139000 USD year estimated
$91K-$153K (Glassdoor est.) | 91000-153000 USD year estimated
$60K-$113K (Glassdoor est.) | 60000-113000 USD year estimated
Rp5,700,000 – Rp8,100,000 per month | 5700000-8100000 IDR month
$60K-$124K (Glassdoor est.) | 60000-124000 USD year estimated
$95K-$180K (Glassdoor est.) | 95000-180000 USD year estimated
Rp3,970,000 – Rp5,600,000 per month | 3970000-5600000 IDR month
Rp3,659,146 – Rp3,708,598 per month | 3659146-3708598 IDR month
Rp4.400.000 – Rp4.900.000 per month | 4400000-4900000 IDR month
$67K-$121K (Glassdoor est.) | 67000-121000 USD year estimated
Rp47.000.000 – Rp57.000.000 per month | 47000000-57000000 IDR month
$45K-$94K (Glassdoor est.) | 45000-94000 USD year estimated
Junior Claims Analyst- Swindon - Â£26500 = Perks | 26500-26500 GBP year
Claims Clerk-Tuesday to Saturday- Â£31,500 | 31500-31500 GBP year
Bookkeeper - Norfolk - Up to Â£36k - Rapidly Growing Firm | 36000-36000 GBP year openEnded
Group Pensions Actuary - Redhill - Â£57,000 | 57000-57000 GBP year
Pricing Analyst / Modeller - Insurance - Leicester -28k | 28000-28000 GBP year
Payroll Clerk Â£27,000 plus good bonus Great team, Broker Sunderland | 27000-27000 GBP year
Motor Claims Lead Assessor - Field Based, UK - Â£42-Â£53k | 42000-53000 GBP year
Area Claims Director ~ Â£52000 ~ Insurance Company ~ Based in Nottingham | 52000-52000 GBP year
Underwriting Planner Marine - Leeds - up to Â£47k | 47000-47000 GBP year openEnded
Branch Manager - Exeter - Â£36k | 36000-36000 GBP year
Transformation Project Manager: Cardiff Â£43,000 | 43000-43000 GBP year
Tax Senior Â£51,000 | 51000-51000 GBP year
Trainee Pensions Consultant - Â£21,000 - Â£26,000 | 21000-26000 GBP year
Broking Executive OTE Â£32K + | 32000-32000 GBP year openEnded
Tax & Trusts Senior - Truro - To Â£36K | 36000-36000 GBP year openEnded
Secretary - Lovely Not- For Profit Charity! 11 month contract! Â£41K! | 41000-41000 GBP year
Trainee Claims Consultant - Â£21K - Dutch Speakers - Motor & Marine - London (Tower Hill) | 21000-21000 GBP year
Trainee Loss Adjuster - Household Insurer - NW London - Â£23k + exams and study | 23000-23000 GBP year
Modeller - Study Support - Farnham - Â£31 000 to Â£36 000 | 31000-36000 GBP year
Digital Claims Manager - Leeds - York - Â£71k | 71000-71000 GBP year
Graduate Risk Operations Analyst Â£25k Online Insurance Central Bristol | 25000-25000 GBP year
Cyber Risk Analyst - Sheffield - Â£61K. | 61000-61000 GBP year
Digital Pricing Manager Bristol Insurance Up to Â£53,000 per annum | 53000-53000 GBP year openEnded
Model Developer - R / Learn Python - Derby - Â£33k | 33000-33000 GBP year
Senior Pricing Actuary - Kent - Â£82K - REMOTE WORKING! | 82000-82000 GBP year
Graduate Underwriting Trainee - Â£1.4b Group - Norwich | null
Graduate Claims Consultant - Gateshead - Â£18k-Â£36k OTE | 18000-36000 GBP year
Solvency 400/2000 Reporting Consultant Â£31,000 to Â£41,000 | 31000-41000 GBP year
Data Engineer, Â£44,000, Leicester, Urgent | 44000-44000 GBP year
Client Relations Manager, Â£42,000, North West , Home based | 42000-42000 GBP year
Chief Clerk ~ Â£39000 ~ Busy High Street Broker ~ Durham | 39000-39000 GBP year
Junior Loss Adjuster - Luton - Â£24k | 24000-24000 GBP year
Senior Claims Manager- Holborn Hill- Â£36k | 36000-36000 GBP year
Assistant Actuary, Cheshire - Â£26,000 | 26000-26000 GBP year
Trainee Pensions Consultant Â£23.5K London - Study Academy | 23500-23500 GBP year
Digital Claims Handler - Up to Â£36k! | 36000-36000 GBP year openEnded
Pensions Assistant for Regional Mutual in NE London: Â£23,000 - Â£27,000 - Start Soon! | 23000-27000 GBP year
Data Science Internship Â£19K Claims Agency West London | 19000-19000 GBP year
Reinsurance Claims Technician - Devon - Â£21k-Â£26k | 21000-26000 GBP year
Claims Clerk + Regional Broker + Overtime Paid + Â£29,000 + Surrey | 29000-29000 GBP year
Risk Surveyor - Property / Energy - Crawley - Â£53k | 53000-53000 GBP year
Audit Manager - 27001 Certification - UK - 42-52k | 42000-52000 GBP year
External Motor Claims Manager - 24k PA + OTE - Rochdale Area OL11 | 24000-24000 GBP year
Security Consultant - Woking - Â£66,000+ | 66000-66000 GBP year openEnded
Client Relations Executive - Â£26,000 + OTE | 26000-26000 GBP year
Graduate Broking Executive -Marine Market, Lime Street, Â£24k | 24000-24000 GBP year
Administrator - Salary of upto Â£24,000 - Truro | 24000-24000 GBP year openEnded
3 Claims Callers ( NO COLD CALLING ) Â£ 17,000 basic Â£ 21,000 OTE ( uncapped ) | 17000-17000 GBP year
Reserving Analyst- Leeds- Â£23-26k | 23000-26000 GBP year
Junior Pensions Analyst - (PMI, DC) - Newbury - Â£26k-Â£36k | 26000-36000 GBP year
£84000 per annum | 84000-84000 GBP year
£28,000 - £37,000 per annum, inc perks, OTE | 28000-37000 GBP year
£29,000 - £37,000 per annum | 29000-37000 GBP year
£13,000 - £29,000 per annum, negotiable, OTE | 13000-29000 GBP year
£28,000 - £57,000 per annum, negotiable, OTE | 28000-57000 GBP year
£18,393 per annum | 18393-18393 GBP year
£26,000 - £39,000 per annum | 26000-39000 GBP year
£47,000 - £54,000 per annum, OTE | 47000-54000 GBP year
£26,700 - £32,000 per annum | 26700-32000 GBP year
£16,000 - £310,000 per annum | 16000-310000 GBP year rangeSuspect
£89,000 per annum | 89000-89000 GBP year
£22,000 - £23,000 per annum, OTE | 22000-23000 GBP year
£20,000 - £30,000 per annum, pro-rata | 20000-30000 GBP year
£30,730 per annum | 30730-30730 GBP year
£28,700 per annum | 28700-28700 GBP year
up to £21,500 per annum | 21500-21500 GBP year openEnded
£7,700 - £9,215 per annum | 7700-9215 GBP year
£21,780 - £35,025 per annum | 21780-35025 GBP year
£83,000 - £110,000 per annum, inc perks | 83000-110000 GBP year
£180,000 - £200,000 per annum | 180000-200000 GBP year
`)

/** Texts of pay columns and titles that hold no pay, though most hold a number. */
export const withoutPay: string[] = `
Competitive
Negotiable
Unspecified
Confidential
Market related
Strong Pay Package
Outstanding salary
Plus Great Benefits
Pay not specified
Competitive pay & generous perks
Competitive pay and bonus scheme
Competitive plus perks
£Competitive + Perks + Bonus
£negotiable + bonus/pension c.£6,400
£0 per annum Competitive at every level of experience
Neg. depending on skills + 12% bonus + great benefits
Competitive + £5k bonus
Competitive plus equity ($100k)
Negotiable + commission up to £30k
Competitive + £4,500 car allowance + 20% bonus
Up to £10,000 bonus
£3,500 joining bonus
£600 referral bonus
Car allowance £5,600
plus £2,500 training budget
Budget £200k
£50k book to take over
£xx,xxx
£XXk
£££ DOE
$$$
£TBC
£
-
£0.00 per hour
0 - 0
per annum
100% commission
up to 15% bonus per annum
Six figure package
Leeds West Yorkshire LS11 5QP
Nottingham Nottinghamshire NG1 5FS
EC2R City of London
Stoke Park SL2 4PG
London EC3V 3LA per annum
10115 Berlin
60311 Frankfurt am Main
048583
Singapore 048583
5 days per week
2 days a week in the office
30 hrs pw
37.5hrs pw
20 hours a week, term time only
25 days per annum holiday
Competitive, 27 days holiday per year
12 months FTC
24 month contract, 3 days per week
Call 020 7946 0123
01/09/2026
Monday to Friday 9am - 5pm
08:30 - 17:00
0.6 FTE per annum
Grade 7 per annum
Band 8a
Level 3 apprenticeship
5 years experience per year
FTSE 100
Team of 150
JR10234
RM19543 - Clerk
2025/26 pay award pending
401(k), PTO
£5bn fund
£1.4b group
£20m turnover
€2bn
$3.5 billion AUM
Developer, £16m online build
Trainee - £8.7 Billion Industry - Ipswich
20-28 million
15000 employees
bis zu 30 Tage Urlaub pro Jahr
13. Monatsgehalt
14 Gehälter
38,5 Std./Woche
40 Stunden pro Woche
40h/Woche
EG 9a-10 TVöD
Besoldungsgruppe A 12
ab 01.01.2027
Controller (m/w/d) ab 2027
Key Stage 2 KS2 Tutor
Chef de Rang - Great reputation - £3,800 Tips p.a (RH41)
`
  .trim()
  .split('\n')

function cases(table: string): SalaryCase[] {
  return table
    .trim()
    .split('\n')
    .map(line => {
      const [text, label] = line.split(' | ') as [string, string]
      return { text, label: label === 'null' ? null : label }
    })
}
