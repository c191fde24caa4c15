import { z } from 'zod'
import { listAnswerOf } from './generic-resource.ts'
import { quickDeliveryDescription } from './books/quick-delivery.ts'
import { recordSchemas } from './books/record-schema.ts'
import { idSchema } from './values.ts'

export const quickDeliverySchemas = recordSchemas(quickDeliveryDescription)

/** `GET /api/quick/` (spec 3 §7), the newest first: each row with what the balance was after it. `count`: records in the list, as `total_count` says to a generic table. */
export const quickListSchema = listAnswerOf(quickDeliveryDescription, { balance: z.int() }).extend({
  count: z.int().nonnegative(),
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
