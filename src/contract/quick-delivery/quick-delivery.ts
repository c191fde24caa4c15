import { z } from 'zod'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { idSchema } from '#contract/records/values.ts'

export const quickDeliverySchemas = getRecordSchemas(quickDeliveryBook)

/**
 * `GET /api/quick/`, newest first: each row with the balance after it. `count`: number of records,
 * equal to the `total_count` that the generic table reads.
 */
export const deliveryListSchema = listResponseSchema(quickDeliveryBook, { balance: z.int() }).extend({
  count: z.int().nonnegative(),
})

/** `GET /api/quick/balance/`: total top-ups, total charges, and the difference. */
export const deliveryBalanceSchema = z.object({
  total_balance: z.int(),
  total_amount: z.int(),
  available_balance: z.int(),
})
export type DeliveryBalance = z.infer<typeof deliveryBalanceSchema>

/**
 * `POST /api/quick/balance/` for plain API clients: `amount` and `memo`, optionally the record's
 * id.
 */
export const quickTopUpSchema = z.object({
  id: idSchema.optional(),
  amount: quickDeliverySchemas.create.shape['amount'] ?? z.unknown(),
  memo: quickDeliverySchemas.create.shape['memo'] ?? z.unknown(),
})

/** `GET /api/quick/export_excel`, and the same sheet made on a device. */
export function buildDeliveryFileNames(today: string) {
  return { ascii: `quick-deliveries_${today}.xlsx`, korean: `퀵기록_${today}.xlsx` }
}
