import type { FastifyRequest } from 'fastify'
import { companyImageLimits } from '#contract/master-data.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../plugins/refusal.ts'
import type { Sent } from '../plugins/write-routes.ts'
import { storeCompanyPicture } from './company-picture.ts'

/** A department as a form (spec 3 §7). A new record that comes without an id gets one: only our own screens make theirs. */
export async function readDepartmentForm({ newId }: Deps, request: FastifyRequest): Promise<Sent> {
  const { fields } = await readForm(request)
  return { body: withId(request, fields, newId) }
}

/** A company as a form, with or without its picture (contract/master-data.ts says how). */
export async function readCompanyForm({ db, newId }: Deps, request: FastifyRequest): Promise<Sent> {
  const { fields, picture } = await readForm(request)
  const { remove_img: isRemoved, ...rest } = fields
  const body = withId(request, rest, newId)
  if (picture !== undefined) {
    // A picture is kept under its company; without an id there is nothing to keep, and the pipeline will say so.
    const id = idSchema.safeParse(body['id'])
    return id.success ? { body, stored: { img: await storeCompanyPicture(db, id.data, picture) } } : { body }
  }
  return isRemoved === '1' ? { body, stored: { img: null } } : { body }
}

function withId(
  request: FastifyRequest,
  fields: Readonly<Record<string, string>>,
  newId: () => string,
): Record<string, string> {
  return request.method === 'POST' && fields['id'] === undefined ? { id: newId(), ...fields } : { ...fields }
}

/** The text fields, and the bytes of the file `img`; a browser sends an empty file where none was chosen. */
async function readForm(request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let picture: Uint8Array | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: companyImageLimits.maxBytes } })) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      // A file of any other name is read all the same: what cannot be skipped must be drained.
      const bytes = await part.toBuffer()
      if (part.fieldname === 'img' && bytes.length > 0) picture = bytes
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
