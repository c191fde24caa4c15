import { ImagePlus } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useServerUnavailableText } from '#app/records/offline-copy/use-offline-copy.tsx'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { ResultPending, ResultProblem } from '#app/session/result-view.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { useServerPicture } from '#app/session/use-server-picture.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOffice } from '#app/ui/office/office-profile.ts'
import { officePath, officeStampPath } from '#contract/office/office-paths.ts'
import { officeSchema, stampPictureLimits, stampPictureSchema } from '#contract/office/office-settings.ts'
import { createStamp } from '#domain/office/office-stamp.ts'
import { formatScrivener, isUnnamed, type KnownOffice, type Office } from '#domain/office/office-texts.ts'
import { type OfficeFields, type OfficeForm, useOfficeForm } from './use-office-form.ts'

/**
 * 사무소 in the settings: the office's details for public pages, letters, forms and prints. Read-only
 * without a connection.
 */
export function OfficeSection() {
  const { result, value, update, isBusy, onRetry } = useServerQuery(officePath, officeSchema, { queryKey: ['office'] })
  const office = value ?? (result?.ok === false && result.isUnreachable ? getOffice() : null)
  return (
    <section aria-labelledby="office" className="flex flex-col gap-3">
      <div>
        <h2 id="office" className="text-lead font-semibold">
          사무소
        </h2>
        <p className="measure text-ink-2">
          공개 페이지와 공문, 신청서, 출력물에 적히는 내용입니다. 저장하면 바로 바뀌고, 이미 저장한 공문은 그대로입니다.
        </p>
        {office && isUnnamed(office) ? (
          <p className="measure mt-2 rounded-control bg-warn-wash px-3 py-2 text-warn">
            사무소 이름을 아직 확인하지 않았습니다. 저장하기 전에는 누리집에 ‘준비 중’이라고만 나오고 공문, 신청서,
            청구서를 만들 수 없습니다.
          </p>
        ) : null}
      </div>
      <div className="border-t border-rule-strong pt-3">
        {office ? (
          <OfficeEditor office={office} isOnline={value !== undefined} onSaved={(saved) => update(() => saved)} />
        ) : result?.ok === false ? (
          <ResultProblem result={result} noun="사무소 정보는" isBusy={isBusy} onRetry={onRetry} />
        ) : (
          <ResultPending />
        )}
      </div>
    </section>
  )
}

interface OfficeField {
  readonly key: Exclude<keyof OfficeFields, 'seal_image'>
  readonly label: string
  readonly maxLength: number
  readonly isRequired?: true
  readonly hint?: string
  readonly inputMode?: 'tel' | 'email'
  readonly isWide?: true
}

/** In display order. */
const typedFields: readonly OfficeField[] = [
  { key: 'name', label: '사무소 이름', maxLength: 60, isRequired: true },
  { key: 'letter_mark', label: '문서번호 약칭', maxLength: 20, isRequired: true, hint: '공문 번호 앞에 적힙니다.' },
  { key: 'scrivener_title', label: '직함', maxLength: 20, isRequired: true, hint: '법무사, 법인이면 대표법무사' },
  { key: 'scrivener', label: '법무사 성명', maxLength: 40, isRequired: true },
  { key: 'registration_number', label: '등록번호', maxLength: 40 },
  {
    key: 'seal_letters',
    label: '도장 글자',
    maxLength: 2,
    isRequired: true,
    hint: '화면의 표시와 그린 직인에 새길 두 글자',
  },
  { key: 'address', label: '주소', maxLength: 200, isRequired: true, isWide: true },
  { key: 'telephone', label: '전화', maxLength: 30, isRequired: true, inputMode: 'tel' },
  { key: 'fax', label: '팩스', maxLength: 30, inputMode: 'tel' },
  { key: 'email', label: '이메일', maxLength: 120, inputMode: 'email' },
  { key: 'hours', label: '상담 시간', maxLength: 60, isRequired: true, hint: '평일 09:00–18:00처럼' },
  {
    key: 'account',
    label: '입금계좌',
    maxLength: 120,
    isWide: true,
    hint: '은행, 번호, 예금주 순서로. 비용내역서와 청구서에만 적히고 공개 페이지에는 나오지 않습니다.',
  },
]

const markedFields = [...typedFields.map(({ key }) => key), 'seal_image']

interface OfficeEditorProps {
  office: KnownOffice
  isOnline: boolean
  onSaved(office: KnownOffice): void
}

/**
 * Form for the office's details, next to a preview of its letters. `isOnline`: the server has
 * responded.
 */
function OfficeEditor({ office, isOnline, onSaved }: OfficeEditorProps) {
  const form = useOfficeForm(office, onSaved)
  const element = useRef<HTMLFormElement>(null)
  const serverUnavailableText = useServerUnavailableText()
  const unavailableText = serverUnavailableText ?? (isOnline ? null : '서버에 연결할 수 없습니다.')
  const isOffline = unavailableText !== null

  const isNew = isUnnamed(office)
  useEffect(() => {
    // The link that led here is no longer rendered, so nothing has the focus. A focused tab or
    // field keeps it.
    const hasNoFocus = document.activeElement === null || document.activeElement === document.body
    if (isNew && hasNoFocus) element.current?.querySelector('input')?.focus()
  }, [isNew])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isOffline || form.isBusy || !form.isDirty || (await form.save())) return
    // After the error is rendered at its field.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_320px]">
      <form
        ref={element}
        noValidate
        aria-labelledby="office"
        className="flex flex-col"
        onSubmit={(event) => void submit(event)}
      >
        <Notices form={form} unavailableText={unavailableText} />
        <div className="grid gap-4 sm:grid-cols-2">
          {typedFields.map(({ key, isWide, ...field }) => (
            <div key={key} className={isWide ? 'sm:col-span-2' : ''}>
              <TextField
                {...field}
                readOnly={isOffline}
                value={form.fields[key]}
                onValue={(value) => form.change({ [key]: value })}
                error={form.problem?.fields?.[key]}
              />
            </div>
          ))}
        </div>
        <div className="mt-4 flex flex-col gap-4">
          <StampField form={form} isOffline={isOffline} />
          <Actions form={form} isOffline={isOffline} />
        </div>
      </form>
      <Letterhead office={{ ...form.fields, seal_strokes: pickStrokes(form, office) }} />
    </div>
  )
}

/**
 * The server draws the stamp, so the strokes of changed letters are unknown until they are saved;
 * until then the preview sets them in type.
 */
function pickStrokes({ fields }: OfficeForm, office: KnownOffice): readonly string[] {
  return fields.seal_letters === office.seal_letters ? office.seal_strokes : []
}

function Actions({ form, isOffline }: { form: OfficeForm; isOffline: boolean }) {
  const reason = isOffline ? '연결되면 저장할 수 있습니다.' : form.isDirty ? undefined : unchanged
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" tone="primary" isBusy={form.isBusy} disabledReason={reason}>
        저장
      </Button>
      {/* Disabled instead of hidden, because the button that was just pressed has focus. */}
      <Button disabledReason={form.isDirty ? undefined : unchanged} onClick={form.discard}>
        되돌리기
      </Button>
    </div>
  )
}

const unchanged = '바뀐 내용이 없습니다.'

/** `unavailableText`: why the server cannot be reached. */
function Notices({ form, unavailableText }: { form: OfficeForm; unavailableText: string | null }) {
  const { problem, conflictingOffice } = form
  return (
    <>
      <div aria-live="polite">
        {unavailableText === null ? null : (
          <p className="mb-4 rounded-control bg-warn-wash px-3 py-2 text-warn">
            {unavailableText} 사무소 정보는 여러 사람의 화면에 바로 나타나므로 연결된 뒤에 수정할 수 있습니다.
          </p>
        )}
      </div>
      {problem ? (
        <div role="alert" className="mb-4 rounded-control bg-danger-wash px-3 py-2 text-danger">
          <p>{formatRefusal(problem, markedFields)}</p>
          {conflictingOffice ? (
            <p className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={form.overwrite}>
                내 내용으로 계속하기
              </Button>
              <Button size="sm" onClick={form.discard}>
                내 내용을 버리고 저장된 내용 보기
              </Button>
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

type PreviewedOffice = Pick<
  Office,
  'name' | 'address' | 'telephone' | 'fax' | 'email' | 'letter_mark' | 'scrivener' | 'scrivener_title'
> &
  Pick<Office, 'seal_image' | 'seal_letters'> & { readonly seal_strokes: readonly string[] }

/** Preview of the head and foot of the office's letters. */
function Letterhead({ office }: { office: PreviewedOffice }) {
  const contactLines = [office.address, `전화 ${office.telephone}`, office.fax && `팩스 ${office.fax}`, office.email]
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-label font-semibold text-ink-2">공문 미리보기</figcaption>
      <div className="flex flex-col gap-3 rounded-panel border border-rule-strong bg-paper-raised px-5 py-6 font-serif">
        <div className="border-b-2 border-ink pb-2 text-center">
          <p className="text-lead font-bold break-keep">{office.name}</p>
          <p className="mt-1 text-[10px] leading-4">{contactLines.filter(Boolean).join(' / ')}</p>
        </div>
        <p className="text-label">문서번호 {office.letter_mark} 2026-0001호</p>
        <div aria-hidden className="flex flex-col gap-1.5 py-2">
          <span className="h-px bg-rule-strong" />
          <span className="h-px bg-rule-strong" />
          <span className="h-px w-2/3 bg-rule-strong" />
        </div>
        <div className="flex flex-col items-center gap-1 py-2">
          <p className="text-label">{office.name}</p>
          <p className="relative py-3 text-lead font-bold">
            {formatScrivener(office)}
            <span className="absolute top-1/2 right-0 -translate-y-1/2 translate-x-1/2">
              <OfficeStampImage {...office} />
            </span>
          </p>
        </div>
      </div>
    </figure>
  )
}

type PreviewedStamp = Pick<PreviewedOffice, 'seal_image' | 'seal_letters' | 'seal_strokes'>

function OfficeStampImage({ seal_image, seal_letters, seal_strokes }: PreviewedStamp) {
  if (seal_image) return <img src={seal_image} alt="직인" className="size-14 object-contain" />
  const { side, frame } = createStamp(seal_strokes)
  const inner = side - 2 * frame.inset
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label="그린 직인" className="size-14 text-danger">
      <g fill="none" stroke="currentColor" strokeWidth={frame.width} strokeLinecap="square">
        <rect x={frame.inset} y={frame.inset} width={inner} height={inner} rx="3" />
        {seal_strokes.map((stroke) => (
          <path key={stroke} d={stroke} />
        ))}
      </g>
      {seal_strokes.length === 0 ? (
        <text
          x={side / 2}
          y={side / 2}
          fontSize="11"
          textAnchor="middle"
          dominantBaseline="central"
          fill="currentColor"
        >
          {seal_letters}
        </text>
      ) : null}
    </svg>
  )
}

/**
 * Picture of the stamp: chosen, shrunk to print size and uploaded. It is used once the form is
 * saved.
 */
function StampField({ form, isOffline }: { form: OfficeForm; isOffline: boolean }) {
  const { seal_image: image } = form.fields
  const { choose, input, error, isBusy } = useServerPicture({
    // Always a PNG: it keeps transparency and sharp edges, and PDFs cannot embed WebP.
    options: { ...stampPictureLimits, outputType: 'image/png' },
    path: officeStampPath,
    fileName: 'seal.png',
    schema: stampPictureSchema,
    onPicture: (url) => form.change({ seal_image: url }),
  })
  const refusal = error ?? form.problem?.fields?.['seal_image']
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
      <p role="status" className={`text-label ${refusal ? 'text-danger' : 'text-ink-3'}`}>
        {refusal ?? 'PNG, JPEG, WebP · 1MB 이하. 바탕이 투명한 PNG가 가장 좋습니다. 공개 페이지의 서명에도 나옵니다.'}
      </p>
    </div>
  )
}
