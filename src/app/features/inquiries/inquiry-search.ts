import { createRecordSearch, genericPages } from '#app/records/url-state/record-search.ts'
import type { Sort } from '#contract/records/query.ts'

const latestFirst: Sort = { field: 'id', direction: 'desc' }

/** Search parameters of the inbox, paged like the generic table. */
export const inquirySearch = createRecordSearch('inquiries', {
  pages: genericPages,
  order: [{ field: 'received_at', direction: 'desc' }, latestFirst],
  ties: [latestFirst],
})
export type InquirySearch = typeof inquirySearch.empty
