import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  buildPaperContentPath,
  buildPaperThumbPath,
  type PaperMediaType,
  paperReadingSchema,
} from '#contract/papers/papers.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { stoppedReadText } from '#domain/retention/stopped-texts.ts'
import { findStopped } from '#server/db/stopped-records.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildDispositionHeader, type FileNames } from '#server/documents/attachment.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { startReading } from '#server/keys/encrypted-piece.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { findPaper, type FoundPaper } from './books.ts'
import { decryptPiece, detectMediaType, readBytes, readContentState } from './stored-content.ts'

const tags = ['서류철']
const params = z.object({ contentId: idSchema })
const onRequest = async (request: FastifyRequest) => void requireStaff(request)

/** Serves a file and its thumbnail, with ranges so that a broken download can resume. */
export function registerServedContents(app: App, deps: Deps): void {
  registerFile(app, deps)
  registerThumb(app, deps)
}

function registerFile(app: App, { db, officeKeys: keys }: Deps): void {
  app.route({
    method: 'GET',
    url: buildPaperContentPath(':contentId'),
    schema: { tags, summary: '서류 파일 받기', params, querystring: paperReadingSchema },
    // A HEAD request would be logged as a reading.
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const { contentId } = request.params
      const state = await readContentState(db, contentId)
      if (!state?.is_whole) throw new HttpProblem(problem('not_whole'))
      const paper = await findPaper(db, contentId)
      await writeReadingTrail(request, { db, contentId, paper, reason: request.query.reason })
      const { size, media_type } = state
      const range = parseRange(request.headers.range, size)
      const bytes = await startReading(readBytes({ db, keys }, contentId, range))
      const names = fileNames(contentId, { paper, mediaType: media_type })
      setSafeHeaders(reply, media_type)
        .header('content-disposition', buildDispositionHeader('inline', names))
        .header('accept-ranges', 'bytes')
        .header('content-length', range.end - range.from)
      if (range.isPart) reply.code(206).header('content-range', `bytes ${range.from}-${range.end - 1}/${size}`)
      return await reply.send(Readable.from(bytes, { objectMode: false }))
    },
  })
}

function registerThumb(app: App, { db, officeKeys: keys }: Deps): void {
  app.route({
    method: 'GET',
    url: buildPaperThumbPath(':contentId'),
    schema: { tags, summary: '서류의 작은 이미지 받기', params, querystring: paperReadingSchema },
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const { contentId } = request.params
      const row = await db
        .selectFrom('paper_content')
        .select('thumb')
        .where('content_id', '=', contentId)
        .executeTakeFirst()
      if (!row?.thumb) throw new HttpProblem(problem('not_found'))
      const paper = await findPaper(db, contentId)
      await writeReadingTrail(request, { db, contentId, paper, reason: request.query.reason, thumb: true })
      const thumb = decryptPiece(keys, { contentId, start: 'thumb' }, row.thumb)
      return await setSafeHeaders(reply, detectMediaType({ head: thumb, tail: thumb }) ?? 'image/jpeg')
        .header('content-disposition', 'inline')
        .send(thumb)
    },
  })
}

interface ContentRequest extends Pick<Deps, 'db'> {
  readonly contentId: string
  readonly paper: FoundPaper | undefined
  readonly reason: string | undefined
  readonly thumb?: true
}

/**
 * Runs before the file is sent: every reading is logged, and a paper whose processing is stopped
 * 처리정지 needs a reason.
 */
async function writeReadingTrail(
  request: FastifyRequest,
  { db, contentId, paper, reason, thumb }: ContentRequest,
): Promise<void> {
  if (paper && reason === undefined && (await findStopped(db, paper.collection, [paper.id])).size > 0)
    throw new HttpProblem(problem('refused', { message: stoppedReadText }))
  await writeTrail(db, {
    user: requireStaff(request),
    ipAddress: request.ip,
    act: 'read',
    collection: paper?.collection ?? 'paper-contents',
    recordId: paper?.id ?? contentId,
    ...(paper && { subject: paper.name }),
    detail: { content_id: contentId, ...(thumb && { thumb }), ...(reason !== undefined && { reason }) },
  })
}

/**
 * Serves the detected type without sniffing; the response cannot run scripts when opened on its own
 * and is not cached.
 */
function setSafeHeaders(reply: FastifyReply, mediaType: PaperMediaType): FastifyReply {
  return reply.headers({
    'content-type': mediaType,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
}

/**
 * Accepts a single open or closed byte range; anything else gets the whole file, as RFC 9110
 * allows.
 */
function parseRange(header: string | undefined, size: number): { isPart: boolean; from: number; end: number } {
  const [, first, last] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(header ?? '') ?? []
  const from = Number(first ?? 0)
  const end = last ? Math.min(Number(last) + 1, size) : size
  return first !== undefined && from < end ? { isPart: true, from, end } : { isPart: false, from: 0, end: size }
}

function fileNames(
  contentId: string,
  { paper, mediaType }: { paper: FoundPaper | undefined; mediaType: PaperMediaType },
): FileNames {
  const extension = fileExtensions[mediaType]
  const title = (paper?.name ?? '서류').replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/\.(jpe?g|png|webp|pdf)$/i, '')
  return { ascii: `paper-${contentId}.${extension}`, korean: `${title}.${extension}` }
}

const fileExtensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const
