import { sql } from 'kysely'
import type { InquiryListQuery } from '#contract/inquiries.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { findInSmallList, pageOf } from '../db/lists/small-list.ts'
import { recordJson } from '../db/record-json.ts'
import { inquiryCollection } from './collections.ts'

/** One page of the inquiries, the latest first unless `ordering` says otherwise. Kept one year, so there are some thousands at most. */
export async function listInquiries(db: Database, query: InquiryListQuery) {
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${recordJson(inquiryCollection, 't')} as row from inquiry t
    where ${query.state ? sql`t.state = ${query.state}` : sql`true`}
  `.execute(db)
  const question = { search: query.search, ordering: query.ordering || '-received_at' }
  return pageOf(
    findInSmallList(
      inquiryCollection,
      rows.map(({ row }) => row),
      question,
    ),
    query,
  )
}
