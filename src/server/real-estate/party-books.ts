import { z } from 'zod'
import type { AnyRecord } from '#contract/books/field.ts'
import { idSchema } from '#contract/records/values.ts'
import type { ServedBook } from '../books/served-book.ts'
import { equalsIfGiven } from '../db/lists/conditions.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { withoutEmpty } from '../audit/audit.ts'

const ofUnit = { group_data_id: z.union([z.literal(''), idSchema]).optional() }

/**
 * Lands, owners and mortgages of a unit: `/land/list`, `/owner/list` and `/mortgage/list` with
 * `group_data_id` return a plain array in print order. Numbers are masked; a masked number sent
 * back leaves the stored one unchanged.
 */
function partBook(
  name: 'unit-lands' | 'unit-owners' | 'unit-mortgages',
  numberKey?: string,
): ServedBook<typeof ofUnit> {
  const collection = writableCollection(name)
  return {
    collection,
    list: {
      collection,
      defaultOrder: 'place',
      filters: (_db, { group_data_id }) => equalsIfGiven('unit_id', group_data_id, 'uuid'),
    },
    question: ofUnit,
    answer: z.array(z.looseObject({ id: idSchema })),
    isWhole: true,
    trail: withoutEmpty,
    ...(numberKey !== undefined && {
      answerOf: (record: AnyRecord) => ({ ...record, [numberKey]: record['num_masked'] ?? null }),
    }),
  }
}

export const partyBooks = [
  partBook('unit-lands'),
  partBook('unit-owners', 'owner_num'),
  partBook('unit-mortgages', 'num'),
]
