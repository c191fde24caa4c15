import type { KyInstance } from 'ky'
import type { z } from 'zod'
import { blogPicturePath } from '#contract/blog/blog-words.ts'
import {
  manageListSchema,
  managePath,
  managedPostSchema,
  pictureAnswerSchema,
  previewPath,
  previewSchema,
  type ManageList,
  type ManagedPost,
  type PictureAnswer,
  type PostFields,
  type Preview,
} from '#contract/blog/blog.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'

export async function listPosts(
  api: KyInstance,
  question: Record<string, string | number>,
): Promise<Answer<ManageList>> {
  return read(manageListSchema, await answerOf(api.get(managePath, { searchParams: question }).json()))
}

export async function readPost(api: KyInstance, id: string): Promise<Answer<ManagedPost>> {
  return read(managedPostSchema, await answerOf(api.get(`${managePath}${id}/`).json()))
}

/** Creates the post, or with `saved` updates the version that was read. */
export async function savePost(
  api: KyInstance,
  fields: PostFields,
  target: { saved: ManagedPost | null; creationKey: string },
): Promise<Answer<ManagedPost>> {
  const { saved, creationKey } = target
  const call =
    saved === null
      ? api.post(managePath, { json: { ...fields, creation_key: creationKey } })
      : api.put(`${managePath}${saved.id}/`, { json: { ...fields, version: saved.version } })
  return read(managedPostSchema, await answerOf(call.json()))
}

export async function deletePost(api: KyInstance, { id, version }: ManagedPost): Promise<Answer<unknown>> {
  return await answerOf(api.delete(`${managePath}${id}/`, { json: { version } }).text())
}

export async function previewOf(api: KyInstance, markdown: string): Promise<Answer<Preview>> {
  return read(previewSchema, await answerOf(api.post(previewPath, { json: { markdown } }).json()))
}

export async function uploadPicture(api: KyInstance, picture: Blob): Promise<Answer<PictureAnswer>> {
  const body = new FormData()
  body.set('img', picture, 'picture')
  return read(pictureAnswerSchema, await answerOf(api.post(blogPicturePath, { body }).json()))
}

function read<Value>(schema: z.ZodType<Value>, answer: Answer<unknown>): Answer<Value> {
  return answer.ok ? { ok: true, value: schema.parse(answer.value) } : answer
}
