import { downloadApplicationSchema, downloadApplicationTaskPath } from '#contract/application-forms.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { Deps } from '../../deps.ts'
import { pdfMediaType } from '../../documents/pdf/pdf-document.ts'
import type { DownloadKind } from '../../jobs/download-kind.ts'
import { requireCaseBookAccess } from '../policy.ts'
import { applicationFileName, applicationPapers, writeApplications } from './application-file.ts'
import { refuseWrongSelection } from './filing-set.ts'
import { trailUnits } from './filing-trail.ts'
import type { ReadRates } from './read-filing-sources.ts'

/** Filings of many units as one file, made in the background. */
export function applicationKind(deps: Deps, readRates: ReadRates): DownloadKind<typeof downloadApplicationSchema> {
  const papers = applicationPapers(deps, readRates)
  return {
    name: 'application-forms',
    path: downloadApplicationTaskPath,
    tag: bookOf('applications').label,
    collection: 'applications',
    mediaType: pdfMediaType,
    input: downloadApplicationSchema,
    batchSize: 50,
    isFetchedOnce: true,
    policy: requireCaseBookAccess,
    fileNames: (requestedAt, input) => applicationFileName(requestedAt, downloadApplicationSchema.parse(input)),
    check: ({ property_ids }) => refuseWrongSelection(deps.db, property_ids),
    trail: (tx, { by, input }) => trailUnits(tx, by, input.property_ids),
    write: (input, onProgress) => writeApplications(papers, input, onProgress),
  }
}
