import { caseStates, createCaseStateAlternatives } from '#domain/real-estate/case-state.ts'
import { type BookRules, type Joined, textIn, vatFollowsFees } from './book-rules.ts'

/** 사건부 of real estate; its entries belong to a group. */
export const realEstateRules: BookRules = {
  follows: [vatFollowsFees],
  // An entry is known by its owner, otherwise by its group.
  captionOf: (record, joined) => textIn(record, 'owner') || readGroupName(joined) || '사건',
  detailOf: (record) => textIn(record, 'purpose'),
  // The day to file on. 등기접수일 is set when it was filed, 등기필증 수령일 when everything is done.
  deadline: {
    day: 'regi_date',
    days: 7,
    isOpen: ({ created_at: filed, registrated_at: certified }) => filed === null && certified === null,
    names: ['owner', 'group_id', 'purpose'],
  },
  derivedStates: [{ key: 'state', choices: caseStates, createAlternatives: createCaseStateAlternatives }],
  subjectOf: (record) => textIn(record, 'owner'),
}

function readGroupName(joined: Joined = {}): string {
  return String(joined['group_id']?.['name'] ?? '')
}
