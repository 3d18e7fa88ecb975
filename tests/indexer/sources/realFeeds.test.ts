import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { feedFiles, resultOf } from '../../feeds/results.ts'

const folder = process.env.REAL_DATA_DIR

/** Feeds of which nothing can be used, and why a person would say so. */
const refusals: Record<string, RegExp> = {
  'adzuna/uk_scotland_dummydata.js': /not JSON: it begins with/,
  'broadbean/adcourier_advert_check_command_success.xml':
    /no format that is known by its looks: it is XML with the root <adcourierapiresponse>/,
  'broadbean/dwp_findajob_upload_spec.rb': /not well-formed at line n/,
  'html_pages/civilservicejobs_job_detail_page.html': /holds no advert: neither JSON-LD nor microdata nor RDFa/,
  'html_pages/civilservicejobs_result_page1.html': /holds no advert: neither JSON-LD nor microdata nor RDFa/,
  'indeed_xml/justjoinit_atom_pybytes.xml.txt.gz': /The feed is not XML \(line n/,
  'lever/board_not_found.json': /answered with an error/,
  'other_ats/icims_list.html': /holds no advert: neither JSON-LD nor microdata nor RDFa/,
  'other_ats/workday_detail.json': /a JSON object with …/,
  'rss_atom/nber_ra_jobs.xml': /no format that is known by its looks: it is XML with the root <jobs>/,
  'smartrecruiters/bosch_list_detail.json': /a JSON object with …/,
}

/**
 * Rows and documents of some that tell much: ids that repeat, no ids at all, pages of several adverts, shifted columns.
 */
const figures: Record<string, [rows: number, documents: number]> = {
  'datasets/reed_uk_29862.csv.gz': [29_862, 26_397],
  'datasets/totaljobs_datascience.json': [360, 323],
  'datasets/open_jobs_new.json.gz': [833, 825],
  'datasets/open_jobs_new.xml.gz': [833, 825],
  'indeed_xml/indeed_paretti_pl.xml.gz': [600, 39],
  'indeed_xml/careerjet_paretti_pl.xml.gz': [600, 39],
  'jsonld/alleyfoo_jobposting.html': [2, 2],
  'jsonld/indeed_page.html': [3, 3],
  'other_ats/remoteok.json': [5, 4],
  'rss_atom/moj_justicejobs_atom.xml': [193, 193],
}

describe('recorded feeds', () => {
  beforeEach(({ skip }) => skip(!folder, 'REAL_DATA_DIR is not set to the folder of recorded feeds'))

  it('end row by row as documents or with a reason, or are refused as a whole with one', async () => {
    const gazetteer = loadGazetteer()
    const files = await feedFiles(folder!)
    expect(files.length).toBeGreaterThan(100)
    for (const file of files) {
      const { rows, documents, merged, closed, quarantined, refusal } = await resultOf(folder!, file, gazetteer)
      if (file in refusals) expect(refusal, file).toMatch(refusals[file]!)
      else expect(refusal, file).toBeNull()
      if (refusal === null) {
        expect(rows, file).toBeGreaterThan(0)
        expect(documents + merged + closed + quarantined, file).toBe(rows)
        expect(quarantined, file).toBeLessThanOrEqual(1)
      }
      if (file in figures) expect([rows, documents], file).toEqual(figures[file])
    }
  })

  it('each have their line in the table of results', async () => {
    const table = await readFile(join(import.meta.dirname, '../../feeds/RESULTS.md'), 'utf8')
    expect([...table.matchAll(/^\| (\S+\/\S+) \|/gm)].map(match => match[1])).toEqual(await feedFiles(folder!))
  })
})
