import type { Readable } from 'node:stream'
import { applicationFileNames, type DownloadApplication } from '#contract/applications/application-forms.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '../../deps.ts'
import { writeForms } from '../../documents/forms/write-forms.ts'
import { filingSets } from './filing-set.ts'
import type { FilingContext, ReadRates } from './read-filing-sources.ts'

/** Current sources of the filings. */
export interface Papers {
  readonly deps: Deps
  filingContext(): FilingContext
}

export function applicationPapers(deps: Deps, readRates: ReadRates): Papers {
  return {
    deps,
    filingContext: () => ({
      db: deps.db,
      numbers: deps.numbers,
      readRates,
      today: officeDay(deps.now().getTime()),
    }),
  }
}

/** Writes the requested filings as one PDF stream. */
export function writeApplications(
  { deps, filingContext }: Papers,
  application: DownloadApplication,
  onProgress?: (progress: { done: number; total: number }) => void,
): Readable {
  const total = new Set(application.property_ids).size
  let done = 0
  onProgress?.({ done, total })
  return writeForms(filingSets(filingContext(), application), {
    title: '등기신청서',
    author: '법무사 사무소',
    createdAt: deps.now().toISOString(),
    onDrawn() {
      done += 1
      onProgress?.({ done, total })
    },
  })
}

export function applicationFileName(now: Date, { property_ids }: DownloadApplication) {
  return applicationFileNames(new Set(property_ids).size, officeDay(now.getTime()))
}
