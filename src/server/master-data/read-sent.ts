import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { companyImageLimits } from '#contract/master-data.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/values.ts'
import type { WriteRequest } from '../db/writable-collection.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../plugins/refusal.ts'
import { readBody, type registerWriteRoutes } from '../plugins/write-routes.ts'
import { pictureOfDeleted, storeCompanyPicture } from './company-picture.ts'

type Reader = NonNullable<Parameters<typeof registerWriteRoutes>[2]['readSent']>

/** A department as JSON or as a form (spec 3 §7). A new record of a form that comes without an id gets one: only our own screens make theirs. */
export function departmentReader({ newId }: Deps): Reader {
  return async (kind, request) => {
    if (!request.isMultipart()) return await readBody(kind, request)
    const { fields } = await readForm(request)
    return { body: withId(kind, fields, newId) }
  }
}

/**
 * A company as JSON or as a form, with or without its picture (contract/master-data.ts says how). A company that is made again under the id of a deleted one, as
 * undoing a deletion does, has its picture again.
 */
export function companyReader({ db, newId }: Deps): Reader {
  return async (kind, request) => {
    const isForm = request.isMultipart()
    const { fields, picture } = isForm ? await readForm(request) : { fields: request.body, picture: undefined }
    const { remove_img: isRemoved, ...given } = z.record(z.string(), z.unknown()).catch({}).parse(fields)
    const form = isForm ? withId(kind, given, newId) : undefined
    const body = form ?? request.body
    const id = idSchema.safeParse((form ?? given)['id'])
    // A picture is kept under its company; without an id there is nothing to keep, and the pipeline will say so.
    if (!id.success) return { body }
    if (picture !== undefined) return { body, stored: { img: await storeCompanyPicture(db, id.data, picture) } }
    if (isForm && isRemoved === '1') return { body, stored: { img: null } }
    const lost = kind === 'create' ? await pictureOfDeleted(db, id.data) : undefined
    return lost === undefined ? { body } : { body, stored: { img: lost } }
  }
}

function withId(
  kind: WriteRequest['kind'],
  fields: Readonly<Record<string, unknown>>,
  newId: () => string,
): Record<string, unknown> {
  return kind === 'create' && fields['id'] === undefined ? { id: newId(), ...fields } : { ...fields }
}

/** The text fields, and the bytes of the file `img`; a browser sends an empty file where none was chosen. */
async function readForm(request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let picture: Uint8Array | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: companyImageLimits.maxBytes } })) {
      // A file of any other name is read all the same: what cannot be skipped must be drained.
      const value = part.type === 'file' ? await part.toBuffer() : part.value
      if (typeof value === 'string') fields[part.fieldname] = value
      if (value instanceof Uint8Array && part.fieldname === 'img' && value.length > 0) picture = value
    }
  } catch (error) {
    throw toRefusal(error)
  }
  return { fields, picture }
}

function toRefusal(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code !== 'FST_REQ_FILE_TOO_LARGE') {
    return new Refusal(problem('invalid_request', { message: '보낸 내용을 받지 못했습니다. 다시 시도해 주세요.' }))
  }
  const message = '그림은 5MB 이하만 올릴 수 있습니다.'
  return new Refusal(problem('too_large', { message, fields: { img: message } }))
}
