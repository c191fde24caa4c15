import { z } from 'zod'
import { filterText, listTotalShape, pageShape } from './list-question.ts'
import { quickDeliveryDescription } from './books/quick-delivery.ts'
import { recordSchemas } from './books/record-schema.ts'
import { dateSchema, idSchema } from './values.ts'

export const quickDeliverySchemas = recordSchemas(quickDeliveryDescription)

const day = z.union([z.literal(''), dateSchema]).optional()

/** `GET /api/quick/` (spec 3 §7). `ordering`: a field key, `-` first for descending; the newest first unless it says otherwise. Days of the office, the last one included. */
export const quickListQuerySchema = z.object({
  ...pageShape,
  search: filterText,
  status: filterText,
  created_at_start: day,
  created_at_end: day,
})
export type QuickListQuery = z.infer<typeof quickListQuerySchema>

/** A row with what the balance was after it. */
export const quickRowSchema = quickDeliverySchemas.row.extend({ balance: z.int() })

/** `count`: records in the list (spec 3 §7); `total_count` says the same to a generic table (spec 1 §7.3). */
export const quickListSchema = z.object({
  results: z.array(quickRowSchema),
  count: z.int().nonnegative(),
  ...listTotalShape,
})

/** `GET /api/quick/balance/`: all top-ups, all charges, and what is left of the one after the other (spec 3 §3 "Balance info"). */
export const quickBalanceSchema = z.object({
  total_balance: z.int(),
  total_amount: z.int(),
  available_balance: z.int(),
})
export type QuickBalance = z.infer<typeof quickBalanceSchema>

/** `POST /api/quick/balance/` for clients of the spec: `amount` and `memo`. The record's id may come with it. */
export const quickTopUpSchema = z.object({
  id: idSchema.optional(),
  amount: quickDeliverySchemas.create.shape['amount'] ?? z.unknown(),
  memo: quickDeliverySchemas.create.shape['memo'] ?? z.unknown(),
})

/** `GET /api/quick/export_excel`, and the same sheet made on a device. */
export function quickExportNames(today: string) {
  return { ascii: `quick-deliveries_${today}.xlsx`, korean: `퀵기록_${today}.xlsx` }
}
