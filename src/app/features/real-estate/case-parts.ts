import { papersTab } from '#app/records/papers/papers-tab.tsx'

/** The table of 사건부, whose history takes back what is done in the panel beside it too. */
export const caseBookTable = 'real-estate-case-book'

/** What belongs to a case, as tabs of its panel and sections of its window. */
export const caseParts = [papersTab('real-estate', caseBookTable)]
