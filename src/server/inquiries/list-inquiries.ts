import type { InquiryListQuery } from '#contract/inquiries.ts'
import { isAsked } from '../db/lists/conditions.ts'
import type { ListDescription } from '../db/lists/list-description.ts'
import { inquiryCollection } from './collections.ts'

/** Inquiries, the latest first. Kept one year, so there are some thousands at most. */
export const inquiryList: ListDescription<Omit<InquiryListQuery, 'page' | 'page_size'>> = {
  collection: inquiryCollection,
  usualOrder: '-received_at',
  filters: (_db, { state }) => isAsked('state', state, 'text'),
}
