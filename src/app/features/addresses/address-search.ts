import { createRecordSearch, genericPages } from '#app/records/url-state/record-search.ts'

/** Search parameters of the 부동산 주소 screen. */
export const addressSearch = createRecordSearch('addresses', {
  pages: genericPages,
  days: { fields: ['receipted_at', 'created_at', 'registrated_at'], default: 'receipted_at' },
})
