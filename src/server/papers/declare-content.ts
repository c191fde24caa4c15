import { sql } from 'kysely'
import { paperLimits } from '#contract/papers/paper-limits.ts'
import type { PaperDeclaration, PaperState } from '#contract/papers/papers.ts'
import { problem } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import { judgePicture } from '../documents/pictures/judge-picture.ts'
import { Refusal } from '../http/refusal.ts'
import { findPaper, isSameFile, lockFile } from './find-paper.ts'
import { sealContent } from './sealed-content.ts'

/**
 * Starts the upload of a file under this id, or returns the progress of one already started. If a
 * paper names this id, the declaration must match it and replaces any other file. Without a paper
 * it replaces an unfinished upload, but never a complete file.
 * @throws Refusal when the paper or a complete file differs, or the thumbnail is invalid
 */
export async function declareContent(
  { db, numbers, now }: Pick<Deps, 'db' | 'numbers' | 'now'>,
  contentId: string,
  { digest, size, media_type, thumb }: PaperDeclaration,
): Promise<PaperState> {
  const sealed =
    thumb === null
      ? null
      : sealContent(numbers, { contentId, start: 'thumb' }, judgeThumb(Buffer.from(thumb, 'base64')))
  const at = now().toISOString()
  const state = await db.transaction().execute(async (trx) => {
    await lockFile(trx, contentId)
    const paper = await findPaper(trx, contentId)
    if (paper && !isSameFile(paper, { digest, size, media_type }))
      throw new Refusal(problem('refused', { message: '서류에 적힌 파일과 다른 파일입니다.' }))
    const others = trx.deleteFrom('paper_content').where('content_id', '=', contentId)
    const isOther = sql<boolean>`(digest, size, media_type) is distinct from (${digest}, ${size}::integer, ${media_type})`
    await others.where(paper ? isOther : sql<boolean>`${isOther} and not is_whole`).execute()
    const { rows } = await sql<PaperState>`
    insert into paper_content as kept (content_id, digest, size, media_type, thumb, declared_at, touched_at)
    values (${contentId}, ${digest}, ${size}, ${media_type}, ${sealed}, ${at}, ${at})
    on conflict (content_id) do update set touched_at = excluded.touched_at, thumb = coalesce(kept.thumb, excluded.thumb)
    where kept.digest = excluded.digest and kept.size = excluded.size and kept.media_type = excluded.media_type
    returning content_id, digest, size, received, is_whole
  `.execute(trx)
    return rows[0]
  })
  if (!state)
    throw new Refusal(problem('conflict', { message: '다른 서류의 파일과 겹칩니다. 파일을 다시 추가해 주세요.' }))
  return state
}

const maxThumbSide = 2048

function judgeThumb(bytes: Buffer): Buffer {
  if (bytes.length > paperLimits.thumbBytes) {
    throw new Refusal(problem('too_large', { message: '미리보기 이미지가 너무 큽니다.' }))
  }
  const judged = judgePicture(bytes, { maxSide: maxThumbSide, field: 'thumb' })
  if ('refused' in judged) throw new Refusal(judged.refused)
  return judged.bytes
}
