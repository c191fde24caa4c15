import { ownRecordsSource, extractSchema } from '#contract/addresses/extract.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '../../deps.ts'
import { openPrinter } from '../../documents/forms/print-forms.ts'
import { validateParcel, judgeIssued } from '../judge-issued.ts'
import { type RegistrySource, RegistryTrouble, type ParcelRequest } from '../registry-source.ts'
import { composedExtract, type OfficeRecords } from './compose-extract.ts'
import { extractPaper } from './extract-paper.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/client.ts'

/**
 * Answers from the office's own address records when no helper is configured. Prints an extract
 * that says on every page that no court issued it.
 */
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
    async extractOf(parcel) {
      validateParcel(parcel)
      const records = await readOfficeRecords(db, parcel)
      if (records === null)
        throw new RegistryTrouble('사무소 기록에 이 부동산이 없습니다. 고유번호와 지번을 확인해 주세요.')
      const issuedAt = now()
      const extract = composedExtract(records, officeDay(issuedAt.getTime()))
      parcel.signal.throwIfAborted()
      const pdf = await print({ extract, issuedAt, office: records.office })
      return judgeIssued(parcel, { extract, issuedAt, pdf })
    },
    printAgain: print,
  }
}

/**
 * The office's records of the requested parcel, by its number or else its address; null when there
 * are none.
 */
async function readOfficeRecords(
  db: Database,
  { num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>,
): Promise<(OfficeRecords & { readonly office: string }) | null> {
  const { rows } = await sql<Row>`
    select a.num, a.jibun, a.type, a.owner_name, coalesce(a.regi_office, '') as office,
      (select coalesce(json_agg(json_build_object('name', o.name, 'num_masked', coalesce(o.num_masked, ''), 'address', coalesce(o.address, ''),
        'share', coalesce(o.share, ''), 'acquired_at', o.acquired_at, 'receipt_num', o.receipt_num, 'cause', o.cause, 'updated_at', o.updated_at)
        order by o.place, o.id), '[]') from address_owner o where o.address_id = a.id) as owners,
      (select coalesce(json_agg(json_build_object('address', coalesce(l.address, ''), 'lot', l.lot, 'land_kind', coalesce(l.land_kind, ''), 'area', l.area)
        order by l.place, l.id), '[]') from address_land l where l.address_id = a.id) as lands,
      (select coalesce(json_agg(json_build_object('words', concat_ws(' ', b.name, b.structure, b.floors, b.usage), 'area', b.area)
        order by b.place, b.id), '[]') from address_building b where b.address_id = a.id) as buildings,
      (select json_build_object('issuedAt', e.issued_at, 'extract', e.content_json) from address_extract e
        where e.address_id = a.id and e.content_json is not null order by e.issued_at desc, e.inserted_at desc limit 1) as last
    from address a where ${num === null ? sql`a.jibun = ${jibun}` : sql`a.num = ${num}`} order by a.id limit 1
  `.execute(db)
  const [row] = rows
  if (!row) return null
  const { last, ...records } = row
  const extract = last && extractSchema.parse(JSON.parse(last.extract))
  return { ...records, last: last && extract && { issuedAt: last.issuedAt, extract } }
}

type Row = Omit<OfficeRecords, 'last'> & {
  readonly office: string
  readonly last: { issuedAt: string; extract: string } | null
}
