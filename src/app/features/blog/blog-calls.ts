import type { KyInstance } from 'ky'
import type { z } from 'zod'
import { type Result, toResult } from '#app/session/api-result.ts'
import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import {
  type ManagedPost,
  type ManagedPostList,
  managedPostListSchema,
  managedPostSchema,
  managedPostsPath,
  type PictureResponse,
  pictureResponseSchema,
  type PostFields,
  postPreviewPath,
  type Preview,
  previewSchema,
} from '#contract/blog/blog.ts'

export async function listPosts(
  api: KyInstance,
  params: Record<string, string | number>,
): Promise<Result<ManagedPostList>> {
  return parseResult(managedPostListSchema, await toResult(api.get(managedPostsPath, { searchParams: params }).json()))
}

export async function readPost(api: KyInstance, id: string): Promise<Result<ManagedPost>> {
  return parseResult(managedPostSchema, await toResult(api.get(`${managedPostsPath}${id}/`).json()))
}

/** Creates the post, or with `saved` updates the version that was read. */
export async function savePost(
  api: KyInstance,
  fields: PostFields,
  target: { saved: ManagedPost | null; creationKey: string },
): Promise<Result<ManagedPost>> {
  const { saved, creationKey } = target
  const call =
    saved === null
      ? api.post(managedPostsPath, { json: { ...fields, creation_key: creationKey } })
      : api.put(`${managedPostsPath}${saved.id}/`, { json: { ...fields, version: saved.version } })
  return parseResult(managedPostSchema, await toResult(call.json()))
}

export async function deletePost(api: KyInstance, { id, version }: ManagedPost): Promise<Result<unknown>> {
  return await toResult(api.delete(`${managedPostsPath}${id}/`, { json: { version } }).text())
}

export async function fetchPreview(api: KyInstance, markdown: string): Promise<Result<Preview>> {
  return parseResult(previewSchema, await toResult(api.post(postPreviewPath, { json: { markdown } }).json()))
}

export async function uploadPicture(api: KyInstance, picture: Blob): Promise<Result<PictureResponse>> {
  const body = new FormData()
  body.set('img', picture, 'picture')
  return parseResult(pictureResponseSchema, await toResult(api.post(blogPicturePath, { body }).json()))
}

function parseResult<Value>(schema: z.ZodType<Value>, result: Result<unknown>): Result<Value> {
  return result.ok ? { ok: true, value: schema.parse(result.value) } : result
}
