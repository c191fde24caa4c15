import { postPictureLimits } from '#contract/blog/blog.ts'
import { useApi } from '#app/session/api.tsx'
import { usePictureUpload, type PictureUpload } from '#app/ui/pictures/use-picture-upload.ts'
import { uploadPicture } from './blog-calls.ts'

/** Uploads a picture of a post. `shownSide`: its longest displayed side, in px. */
export function usePostPicture(shownSide: number, onPicture: (url: string) => void): PictureUpload {
  const api = useApi()
  return usePictureUpload({
    deps: { ...postPictureLimits, shownSide },
    send: (picture) => uploadPicture(api, picture),
    onPicture,
  })
}
