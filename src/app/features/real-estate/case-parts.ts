import { papersTab } from '#app/records/papers/papers-tab.tsx'

/** Id of the 사건부 table, whose undo history includes actions in the panel next to it. */
export const caseBookTable = 'real-estate-case-book'

/** Parts of a case, as tabs of its panel and sections of its window. */
export const caseParts = [papersTab('real-estate', caseBookTable)]
