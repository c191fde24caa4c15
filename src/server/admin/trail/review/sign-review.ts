import { problem } from '#contract/problem.ts'
import type { SignReview } from '#contract/trail/trail-reviews.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/audit/audit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { checkNow } from '../chain/check-now.ts'
import { headsFile } from '../chain/saved-heads.ts'
import { readFigures } from './read-figures.ts'

interface Signing {
  readonly month: string
  readonly review: SignReview
  readonly by: { readonly id: string; readonly name: string; readonly address: string }
}

/**
 * 점검 완료: stores the figures, the notes, and the chain head, checked at that moment. Once per month;
 * a second attempt is refused.
 */
export async function signReview(deps: Deps, { month, review, by }: Signing): Promise<void> {
  const { db, newId } = deps
  const { isWhole, head } = await checkNow(db, { file: headsFile(deps.config.dataDir), by: by.name, newId })
  const figures = await readFigures(db, month)
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('trail_review')
      .values({
        month,
        user_id: by.id,
        user_name: by.name,
        remark: review.remark,
        is_whole: isWhole,
        figures: JSON.stringify(figures),
        notes: JSON.stringify(review.notes),
        head_number: head.number,
        head_hash: head.hash,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows)
      throw new Refusal(problem('refused', { message: '이미 점검을 마친 달입니다. 새로고침해 주세요.' }))
    await audit(trx, {
      user: { id: by.id, name: by.name },
      address: by.address,
      act: 'review',
      collection: 'audit',
      detail: { month, chain: isWhole ? 'whole' : 'broken', head: head.number },
    })
  })
}
