/**
 * Given names that are common in the countries of the sites, folded. Names that are also a place (Charlotte, Georgia),
 * a month, a skill or a word of trade (Grant, Will, Jasmine) are left out: a text would be taken for a person's too
 * often.
 */
export const givenNames: ReadonlySet<string> = new Set(
  `aaron abdul abdullah abigail adam adele adrian agnes ahmad ahmed aisha alan albert alejandro alex alexander alexandra alexandre alfie alfred ali alice alicia
  alina alison allan amanda amelia amina amir amit amy ana andre andrea andreas andrew andrzej angela angelika anil anita anja anke ann anna annabel anne annette
  annika anthony antonio anton archie arjun arthur arun ashley ashok astrid axel aziz barbara bastian beate beatrice ben benjamin bernadette bernard bernd bernhard
  bethany bettina bianca birgit bjorn boris brenda brian brigitte bryan caitlin callum cameron carina carl carla carlos carmen carol caroline carolin catherine
  cathy cecilia celine chantal charles charlie cheryl chloe chris christa christian christiane christina christine christof christoph christopher ciara claire
  clara claudia claus clemens clive colin connor conor corinna craig cristina daisy daniel daniela danielle danny darren dave david deborah debbie deepak deniz
  denise dennis derek detlef diana diane dieter dilip dirk dmitri dominic dominik donald donna doris dorothea dorothy douglas duncan dylan ebony eddie edgar edith
  edward eileen elaine eleanor elena elisabeth elizabeth elke ella ellen ellie elliot emil emilia emily emma enrico eric erica erik erika ethan eugene eva evan
  evelyn ewan fabian farah fatima felicity felix finlay fiona florian francesca frances francesco francis francisco franz franziska fraser fred freddie frederick
  friedrich fritz gabriel gabriela gabriele gareth gary gavin gemma geoff geoffrey georg george gerald gerd gerhard gillian giovanni gisela giuseppe glenn gordon
  graham gregory gudrun guenter gunter gunther gustav hamza hanna hannah hannes hans harald haris harriet harry hartmut hasan hassan hazel heather heidi heike
  heiko heinrich heinz helen helena helene helga helmut hendrik henrik henry herbert hermann hilary holger hollie hugh hugo ian ibrahim imogen imran ines inga
  inge ingo ingrid irena irene iris isaac isabel isabella isabelle isla ivan ivana jackie jacob jacqueline jake jakob james jamie jan jana jane janet janice janina
  jason javier jayne jean jeanette jeff jeffrey jenna jennifer jenny jens jeremy jerome jess jessica jill jim jimmy joan joanna joanne joe joel joerg johan johann
  johanna johannes john johnny jonas jonathan jorg jose josef josefine joseph josephine josh joshua joyce juan judith juergen julia julian juliane julie juliet
  jurgen justin jutta kai karen karin karina karl karolina kate katharina katherine kathleen kathrin kathryn kathy katie katja katrin kavita kayleigh keith kelly
  ken kenneth kerry kerstin kevin khalid kieran kim kimberley kirsten kirsty klara klaus konrad konstantin krishna kristin kristina kumar kurt kyle lars laura
  lauren leah lea leanne lena leo leon leonard leonie lesley leslie lewis liam lilly lily linda lindsay lisa liz lorenz lorna lorraine lothar louis louisa louise
  luca lucas lucia lucy luis luisa lukas luke lutz lydia lynn magdalena maggie mandy manfred manuel manuela marc marcel marco marcus margaret margarete maria
  mariam marian marianne marie marina mario marion mark markus marlene martha martin martina mary mateusz matt matthew matthias maureen maurice maximilian maya
  megan mehmet melanie melissa michael michaela michal michel michelle miguel mike mikhail mila miles milan mina miriam mohamed mohammad mohammed mohan moritz
  muhammad murat mustafa nadia nadine nadja naomi natalia natalie natasha nathan neha neil niall niamh nicholas nick nicola nicolas nicole nigel nikita niklas nils
  nina noah norbert nora nuria olaf oleg olga oliver olivia omar oscar oskar otto owen pablo pamela pascal patricia patrick patrik paul paula pauline pawel pedro
  peggy peter petra phil philip philipp philippa phillip phoebe pia pierre piotr polly pooja poppy priya priyanka rachel rafael rahul raimund rainer raj rajesh
  ralf ralph ramona raphael rashid raymond rebecca regina reiner reinhard reinhold renate rene rhys ricardo richard rita robert roberto robin roger roland rolf
  roman ronald rory rosemary rosie ross roswitha roy rudolf rupert russell ruth ryan sabine sabrina said sally sam samantha samuel sandra sanjay sara sarah sascha
  sean sebastian sergio serena sharon shaun shirley sian siegfried silke silvia simon simona simone sinead sofia sonia sonja sophia sophie stefan stefanie steffen
  stella stephan stephanie stephen steve steven stuart sue sunil susan susanna susanne suzanne svenja sven svetlana sylvia tamara tania tanja tara tatjana ted
  teresa terry theo theresa thomas thorsten tia tiffany till tim timothy tina tobias toby tom tomas tomasz tony torsten tracey tracy trevor tristan udo ulrich
  ulrike ursula uta ute uwe valentina valerie vanessa vera verena veronica veronika vikram viktor viktoria vincent vinod vivian volker walter waltraud wayne wei
  wendy werner wilfried wilhelm william winfried wolfgang xavier yasmin yewande yolanda yusuf yvonne zachary zoe zofia
  aravind aishah azlan chee cheng chong farhan haikal hafiz hui huiling ismail jia jiahui jun junjie kok lakshmi lim meena mei meiling ming nurul pei rajan ramesh
  rohan siew siti suresh suri syed tan thiru wai wong xiao xin xinyi yong yusof zainal zhang`
    .split(/\s+/)
    .filter(Boolean),
)
