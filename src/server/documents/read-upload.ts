import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { refuseUnstorableText } from '#server/plugins/request-text.ts'
import { uploadTooLarge } from './xlsx/check-workbook.ts'

export interface Upload {
  file: { name: string; bytes: Uint8Array }
  /** The other fields of the form, in any order. */
  fields: Readonly<Record<string, string>>
}

/**
 * Reads the one file of a multipart form and its other fields. Throws a refusal when there is no
 * file or it exceeds the upload limit.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new HttpProblem(problem('unsupported_media_type'))
  let file: Upload['file'] | undefined
  const fields: Record<string, string> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await readFile(part)
      else if (typeof part.value === 'string') fields[part.fieldname] = part.value
    }
  } catch (error) {
    throw toRefusal(error)
  }
  refuseUnstorableText(fields)
  if (file === undefined) throw new HttpProblem(problem('invalid_request', { message: '파일을 선택해 주세요.' }))
  return { file, fields }
}

/**
 * Parts of other names are read too: a part cannot be skipped, only drained, and the limits apply
 * to it as well.
 */
async function readFile(part: MultipartFile): Promise<Upload['file'] | undefined> {
  const bytes = await part.toBuffer()
  return part.fieldname === 'file' ? { name: part.filename, bytes } : undefined
}

/**
 * The multipart plugin's errors have codes; an error without one (a truncated form) is a bad
 * request, not a bug.
 */
function toRefusal(error: unknown): HttpProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new HttpProblem(uploadTooLarge)
  if (code === 'FST_FILES_LIMIT')
    return new HttpProblem(problem('invalid_request', { message: '파일을 하나만 선택해 주세요.' }))
  return new HttpProblem(problem('invalid_request', { message: '파일을 받지 못했습니다. 다시 시도해 주세요.' }))
}
