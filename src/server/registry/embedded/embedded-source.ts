import { ownRecordsSource } from '#contract/addresses/extract.ts'
import { officeDay } from '#domain/office-date.ts'
import type { Deps } from '../../deps.ts'
import { openPrinter } from '../../documents/forms/print-forms.ts'
import { judgeAsked, judgeIssued } from '../judge-issued.ts'
import { type RegistrySource, RegistryTrouble } from '../registry-source.ts'
import { composedExtract } from './composed-extract.ts'
import { extractPaper } from './extract-paper.ts'
import { readOfficeRecords } from './read-office-records.ts'

/** Answers from the office's own address records, where no helper is set up: what was found before, printed as an extract that says on every page that it is none of a court's. */
export function embeddedSource({ db, now }: Pick<Deps, 'db' | 'now'>): RegistrySource {
  const printer = openPrinter()
  const print: NonNullable<RegistrySource['printAgain']> = async ({ extract, ...facts }) =>
    await printer.print(extractPaper(extract, facts), {
      title: `등기사항전부증명서 ${extract.num}`.trim(),
      author: ownRecordsSource,
      createdAt: facts.issuedAt.toISOString(),
    })
  return {
    name: ownRecordsSource,
    close: () => printer.close(),
    async extractOf(asked) {
      judgeAsked(asked)
      const records = await readOfficeRecords(db, asked)
      if (records === null)
        throw new RegistryTrouble('사무소 기록에 이 부동산이 없습니다. 고유번호와 지번을 확인해 주세요.')
      const issuedAt = now()
      const extract = composedExtract(records, officeDay(issuedAt.getTime()))
      asked.signal.throwIfAborted()
      const pdf = await print({ extract, issuedAt, office: records.office })
      return judgeIssued(asked, { extract, issuedAt, pdf })
    },
    printAgain: print,
  }
}
