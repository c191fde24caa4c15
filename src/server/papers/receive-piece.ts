import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { headBytes, type PaperDeclaration, paperLimits, type PaperState } from '#contract/papers/papers.ts'
import { problem, type Problem } from '#contract/problem.ts'
import type { Deps } from '#server/deps.ts'
import { inspectPicture } from '#server/documents/pictures/inspect-picture.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { UndecryptableFileError } from '#server/keys/encrypted-piece.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { findPaper, isSameFile, lockFile } from './books.ts'
import { detectMediaType, encryptPiece, readBytes } from './stored-content.ts'

type PieceDeps = Pick<Deps, 'db' | 'officeKeys' | 'now'>

interface UploadPiece {
  readonly contentId: string
  /** Byte offset in the file. */
  readonly from: number
  readonly bytes: Buffer
  readonly sender: { readonly user: SignedInUser; readonly ipAddress: string }
}

/**
 * Stores the next piece of an upload and returns the progress. Idempotent: a repeated piece writes
 * nothing. A gap is refused as a conflict with the offset to continue from. After the last piece
 * the whole file is checked against its declared digest and type; a mismatch deletes what was sent.
 */
export async function receivePiece(deps: PieceDeps, piece: UploadPiece): Promise<PaperState> {
  // Returns problems instead of throwing inside the transaction, so that deletions commit; they are
  // thrown afterwards.
  const result = await deps.db.transaction().execute((trx) => storePiece(trx, deps, piece))
  if ('code' in result) throw new HttpProblem(result)
  return result
}

async function storePiece(
  trx: Transaction<Tables>,
  deps: PieceDeps,
  piece: UploadPiece,
): Promise<PaperState | Problem> {
  const { contentId, from, bytes } = piece
  const content = await lockContent(trx, contentId)
  if (!content) return problem('not_found', { message: '전송을 시작하지 않은 파일입니다.' })
  const { received, size } = content
  if (content.is_whole || from < received || bytes.length === 0) return pickState(content)
  if (from > received) return problem('conflict', { message: gapMessage, current: pickState(content) })
  if (from + bytes.length > size) return problem('invalid_request', { message: tooMuchMessage })
  const sealed = encryptPiece(deps.officeKeys, { contentId, start: from }, bytes)
  await trx.insertInto('paper_piece').values({ content_id: contentId, start: from, bytes: sealed }).execute()
  const grown = { ...content, received: received + bytes.length }
  if (grown.received === size) return await completeUpload(trx, deps, { content: grown, sender: piece.sender })
  await updateContent(trx, deps, { contentId, set: { received: grown.received } })
  return pickState(grown)
}

const gapMessage = '앞부분이 아직 도착하지 않았습니다.'
const tooMuchMessage = '파일의 크기가 처음에 알린 것보다 큽니다.'

type Content = NonNullable<Awaited<ReturnType<typeof lockContent>>>

async function lockContent(trx: Transaction<Tables>, contentId: string) {
  return await trx
    .selectFrom('paper_content')
    .select(['content_id', 'digest', 'size', 'received', 'is_whole', 'media_type'])
    .where('content_id', '=', contentId)
    .forUpdate()
    .executeTakeFirst()
}

/** Checks the complete file against its declaration; marks it whole and audits it if they match. */
async function completeUpload(
  trx: Transaction<Tables>,
  deps: PieceDeps,
  { content, sender }: { content: Content; sender: UploadPiece['sender'] },
): Promise<PaperState | Problem> {
  const { content_id: contentId, digest, size, media_type } = content
  const computed = await computeDigest(trx, deps, content).catch(ignoreUndecryptable)
  if (computed?.digest !== digest) {
    await trx.deleteFrom('paper_piece').where('content_id', '=', contentId).execute()
    await updateContent(trx, deps, { contentId, set: { received: 0 } })
    return problem('digest_mismatch')
  }
  const detectedType = detectMediaType(computed)
  if (detectedType !== media_type) {
    // Cascades to the pieces.
    await trx.deleteFrom('paper_content').where('content_id', '=', contentId).execute()
    return problem('refused', { message: detectedType ? otherTypeMessage : noPaperMessage })
  }
  await updateContent(trx, deps, { contentId, set: { received: size, is_whole: true } })
  const paper = await findPaper(trx, contentId)
  await writeTrail(trx, {
    ...sender,
    act: 'file_kept',
    collection: paper?.collection ?? 'paper-contents',
    recordId: paper?.id ?? contentId,
    ...(paper && { subject: paper.name }),
    detail: { content_id: contentId, digest, size, media_type },
  })
  return pickState({ ...content, is_whole: true })
}

const noPaperMessage = '사진(JPEG, PNG, WebP)이나 PDF가 아닌 파일은 보관할 수 없습니다.'
const otherTypeMessage = '파일의 실제 형식이 이름이나 종류와 다릅니다. 다시 저장한 뒤 추가해 주세요.'

/** Treats undecryptable pieces (lost key) as a digest mismatch, so the device sends them again. */
function ignoreUndecryptable(error: unknown): undefined {
  if (!(error instanceof UndecryptableFileError)) throw error
}

async function computeDigest(
  trx: Transaction<Tables>,
  { officeKeys }: PieceDeps,
  { content_id: contentId, size }: Content,
): Promise<{ digest: string; head: Buffer; tail: Buffer }> {
  const hash = createHash('sha256')
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)]
  for await (const bytes of readBytes({ db: trx, keys: officeKeys }, contentId, { from: 0, end: size })) {
    hash.update(bytes)
    if (head.length < headBytes) head = Buffer.concat([head, bytes.subarray(0, headBytes - head.length)])
    tail = Buffer.concat([tail, bytes.subarray(-headBytes)]).subarray(-headBytes)
  }
  return { digest: hash.digest('hex'), head, tail }
}

async function updateContent(
  trx: Transaction<Tables>,
  { now }: PieceDeps,
  { contentId, set }: { contentId: string; set: { received: number; is_whole?: boolean } },
): Promise<void> {
  await trx
    .updateTable('paper_content')
    .set({ ...set, touched_at: now().toISOString() })
    .where('content_id', '=', contentId)
    .execute()
}

function pickState({ content_id, digest, size, received, is_whole }: PaperState): PaperState {
  return { content_id, digest, size, received, is_whole }
}

/**
 * Starts the upload of a file under this id, or returns the progress of one already started. If a
 * paper names this id, the declaration must match it and replaces any other file. Without a paper
 * it replaces an unfinished upload, but never a complete file.
 * @throws HttpProblem when the paper or a complete file differs, or the thumbnail is invalid
 */
export async function declareContent(
  { db, officeKeys, now }: Pick<Deps, 'db' | 'officeKeys' | 'now'>,
  contentId: string,
  { digest, size, media_type, thumb }: PaperDeclaration,
): Promise<PaperState> {
  const sealed =
    thumb === null
      ? null
      : encryptPiece(officeKeys, { contentId, start: 'thumb' }, checkThumb(Buffer.from(thumb, 'base64')))
  const declaredAt = now().toISOString()
  const state = await db.transaction().execute(async (trx) => {
    await lockFile(trx, contentId)
    const paper = await findPaper(trx, contentId)
    if (paper && !isSameFile(paper, { digest, size, media_type }))
      throw new HttpProblem(problem('refused', { message: '서류에 적힌 파일과 다른 파일입니다.' }))
    const deleteOthers = trx.deleteFrom('paper_content').where('content_id', '=', contentId)
    const isOther = sql<boolean>`(digest, size, media_type) is distinct from (${digest}, ${size}::integer, ${media_type})`
    await deleteOthers.where(paper ? isOther : sql<boolean>`${isOther} and not is_whole`).execute()
    const { rows } = await sql<PaperState>`
    insert into paper_content as kept (content_id, digest, size, media_type, thumb, declared_at, touched_at)
    values (${contentId}, ${digest}, ${size}, ${media_type}, ${sealed}, ${declaredAt}, ${declaredAt})
    on conflict (content_id) do update set touched_at = excluded.touched_at, thumb = coalesce(kept.thumb, excluded.thumb)
    where kept.digest = excluded.digest and kept.size = excluded.size and kept.media_type = excluded.media_type
    returning content_id, digest, size, received, is_whole
  `.execute(trx)
    return rows[0]
  })
  if (!state)
    throw new HttpProblem(problem('conflict', { message: '다른 서류의 파일과 겹칩니다. 파일을 다시 추가해 주세요.' }))
  return state
}

const maxThumbSide = 2048

function checkThumb(bytes: Buffer): Buffer {
  if (bytes.length > paperLimits.thumbBytes) {
    throw new HttpProblem(problem('too_large', { message: '미리보기 이미지가 너무 큽니다.' }))
  }
  const inspected = inspectPicture(bytes, { maxSide: maxThumbSide, field: 'thumb' })
  if ('refused' in inspected) throw new HttpProblem(inspected.refused)
  return inspected.bytes
}
