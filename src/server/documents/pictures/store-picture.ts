import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import type { App } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { refuseUnstorableText } from '#server/plugins/request-text.ts'
import { cleanForServing, inspectPicture } from './inspect-picture.ts'

interface StoredPicture {
  /** SHA-256 of `salt` and the bytes, hex. */
  id: string
  media_type: string
  bytes: Buffer
  size: { width: number; height: number }
}

/**
 * Prepares an uploaded picture for storage in a database table, so that backups include it. Throws
 * a refusal at `field` when it is not a picture. With `salt`, nobody can compute the address from
 * the picture.
 */
export function preparePicture(
  file: Uint8Array,
  { maxSide, field, salt = '' }: { maxSide: number; field: string; salt?: string },
): StoredPicture {
  const inspected = inspectPicture(file, { maxSide, field })
  if ('refused' in inspected) throw new HttpProblem(inspected.refused)
  const { mediaType, bytes, size } = inspected
  return {
    id: createHash('sha256').update(salt).update(bytes).digest('hex'),
    media_type: mediaType,
    bytes,
    size,
  }
}

/**
 * The text fields of a form and the bytes of its file `img`; a browser sends an empty file when
 * none was chosen. Throws a refusal for a malformed form.
 */
export async function readPictureForm(request: FastifyRequest, { maxBytes }: { maxBytes: number }) {
  const fields: Record<string, string> = {}
  let picture: Uint8Array | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      // Files of other names are read too: a part cannot be skipped, only drained.
      const value = part.type === 'file' ? await part.toBuffer() : part.value
      if (typeof value === 'string') fields[part.fieldname] = value
      if (value instanceof Uint8Array && part.fieldname === 'img' && value.length > 0) picture = value
    }
  } catch (error) {
    throw toRefusal(error, maxBytes)
  }
  refuseUnstorableText(fields)
  return { fields, picture }
}

function toRefusal(error: unknown, maxBytes: number): HttpProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code !== 'FST_REQ_FILE_TOO_LARGE') {
    return new HttpProblem(problem('invalid_request', { message: '보낸 내용을 받지 못했습니다. 다시 시도해 주세요.' }))
  }
  const message = `이미지는 ${Math.floor(maxBytes / 1_048_576)}MB 이하만 올릴 수 있습니다.`
  return new HttpProblem(problem('too_large', { message, fields: { img: message } }))
}

/**
 * Serves the pictures of one table at `path` + id. Without sign-in, because `<img src>` cannot
 * carry a token and a token in a URL would end up in logs; the address cannot be guessed. Pictures
 * stored uncleaned are cleaned on the way out. The content type is the one detected at upload,
 * never sniffed, and nothing in the picture can execute, even when it is opened directly.
 */
export function servePictures(
  app: App,
  db: Database,
  options: {
    table: 'company_picture' | 'blog_picture' | 'office_picture'
    path: string
    tag: string
    cache: 'private' | 'public'
  },
): void {
  app.route({
    method: 'GET',
    url: `${options.path}:id`,
    schema: { tags: [options.tag], params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }) },
    handler: async (request, reply) => {
      const picture = await db
        .selectFrom(options.table)
        .select(['media_type', 'bytes'])
        .where('id', '=', request.params.id)
        .executeTakeFirst()
      if (picture === undefined) throw new HttpProblem(problem('not_found'))
      return reply
        .headers({
          'content-type': picture.media_type,
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': `${options.cache}, max-age=31536000, immutable`,
          // Public pictures are embedded by feed readers and link previews.
          'cross-origin-resource-policy': options.cache === 'public' ? 'cross-origin' : 'same-origin',
        })
        .send(cleanForServing(picture.bytes))
    },
  })
}
