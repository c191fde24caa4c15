import type { KyInstance } from 'ky'
import { ImagePlus } from 'lucide-react'
import { sealPictureLimits, sealPictureSchema } from '#contract/office/office-settings.ts'
import { officeSealPath } from '#contract/office/office-words.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { usePictureUpload } from '#app/ui/pictures/use-picture-upload.ts'
import type { OfficeForm } from './use-office-form.ts'

/**
 * Picture of the seal: chosen, shrunk to print size and uploaded. It is used once the form is
 * saved.
 */
export function SealField({ form, isOffline }: { form: OfficeForm; isOffline: boolean }) {
  const { seal_image: image } = form.fields
  const api = useApi()
  const { choose, input, fault, isBusy } = usePictureUpload({
    // Always a PNG: it keeps transparency and sharp edges, and PDFs cannot embed WebP.
    deps: { ...sealPictureLimits, drawnAs: 'image/png' },
    send: (picture) => uploadSeal(api, picture),
    onPicture: (url) => form.change({ seal_image: url }),
  })
  const refusal = fault ?? form.problem?.fields?.['seal_image']
  return (
    <div role="group" aria-label="직인" className="flex flex-col gap-2">
      <p className="text-label font-semibold text-ink-2">직인</p>
      <div className="flex flex-wrap items-center gap-3">
        {image ? (
          <img src={image} alt="직인 미리보기" className="size-16 rounded-control border bg-white object-contain p-1" />
        ) : (
          <p className="text-ink-2">올린 이미지가 없어 도장 글자로 그린 직인을 씁니다.</p>
        )}
        <input {...input} type="file" aria-label="직인 이미지 파일" className="sr-only" tabIndex={-1} />
        <Button
          size="sm"
          icon={<ImagePlus size={16} strokeWidth={1.5} />}
          isBusy={isBusy}
          disabledReason={isOffline ? '연결되면 올릴 수 있습니다.' : undefined}
          onClick={choose}
        >
          {image ? '다른 이미지 올리기' : '직인 이미지 올리기'}
        </Button>
        {image && !isOffline ? (
          <Button size="sm" tone="transparent" onClick={() => form.change({ seal_image: null })}>
            이미지 빼기
          </Button>
        ) : null}
      </div>
      <p role="status" className={`text-label ${refusal ? 'text-seal' : 'text-ink-3'}`}>
        {refusal ?? 'PNG, JPEG, WebP · 1MB 이하. 바탕이 투명한 PNG가 가장 좋습니다. 공개 페이지의 서명에도 나옵니다.'}
      </p>
    </div>
  )
}

async function uploadSeal(api: KyInstance, picture: Blob): Promise<Answer<{ url: string }>> {
  const body = new FormData()
  body.set('img', picture, 'seal.png')
  const answer = await answerOf(api.post(officeSealPath, { body }).json())
  return answer.ok ? { ok: true, value: sealPictureSchema.parse(answer.value) } : answer
}
