import type { z } from 'zod'
import type { PictureOptions } from '#app/ui/pictures/draw-picture.ts'
import { type PictureUpload, usePictureUpload } from '#app/ui/pictures/use-picture-upload.ts'
import { toResult } from './api-result.ts'
import { useApi } from './api.tsx'

interface ServerPictureOptions {
  options: PictureOptions
  path: string
  fileName: string
  schema: z.ZodType<{ url: string }>
  onPicture(url: string): void
}

/** Shrinks a chosen picture and stores it on the server. */
export function useServerPicture({ options, path, fileName, schema, onPicture }: ServerPictureOptions): PictureUpload {
  const api = useApi()
  return usePictureUpload({
    options,
    async send(picture) {
      const body = new FormData()
      body.set('img', picture, fileName)
      const result = await toResult(api.post(path, { body }).json())
      return result.ok ? { ok: true, value: schema.parse(result.value) } : result
    },
    onPicture,
  })
}
