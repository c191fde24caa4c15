import { ImagePlus } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useServerPicture } from '#app/session/use-server-picture.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { createPictureHandlers, type PictureUpload } from '#app/ui/pictures/use-picture-upload.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { applyEdit } from '#app/ui/text-editing/text-edit.ts'
import { createToolKeyHandler, TextToolbar, ToolbarItem } from '#app/ui/text-editing/text-toolbar.tsx'
import { blogPicturePath, postCategories } from '#contract/blog/blog-texts.ts'
import { maxPostLength, pictureResponseSchema, postPictureLimits } from '#contract/blog/blog.ts'
import { continueList, insertPicture, postTools } from './post-tools.tsx'
import type { Editor } from './use-editor.ts'

const offlineReason = '연결되면 올릴 수 있습니다.'

/** Fields whose error is shown at the field. */
export const markedPostFields = [
  'title',
  'category',
  'author_name',
  'author_image',
  'excerpt',
  'tags',
  'image',
  'image_alt',
  'markdown',
] as const

/** The fields of a post, with the errors of the last save. */
export function PostFields({ editor, isOffline }: { editor: Editor; isOffline: boolean }) {
  const { form, change, problem } = editor
  const errors = problem?.fields ?? {}
  const disabledReason = isOffline ? offlineReason : undefined
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        label="제목"
        isRequired
        value={form.title}
        onValue={(title) => change({ title })}
        error={errors['title']}
        maxLength={120}
      />
      <PostSource editor={editor} disabledReason={disabledReason} />
      <div className="mt-2 grid gap-4 border-t pt-5 sm:grid-cols-2">
        <Select
          label="분류"
          value={form.category}
          choices={postCategories}
          onValue={(category) => change({ category })}
          error={errors['category']}
        />
        <TextField
          label="작성자"
          isRequired
          value={form.author_name}
          onValue={(author) => change({ author_name: author })}
          error={errors['author_name']}
          maxLength={40}
        />
      </div>
      <TextArea
        label="요약"
        hint="목록과 검색 결과에 보입니다. 300자까지, 게시할 때 필요합니다."
        rows={2}
        value={form.excerpt}
        onValue={(excerpt) => change({ excerpt })}
        error={errors['excerpt']}
        maxLength={300}
      />
      <TextField
        label="태그"
        hint="쉼표로 나누어 8개까지"
        value={form.tags}
        onValue={(tags) => change({ tags })}
        error={errors['tags'] ?? Object.entries(errors).find(([key]) => key.startsWith('tags'))?.[1]}
      />
      <AuthorPicture editor={editor} disabledReason={disabledReason} />
      <Cover editor={editor} disabledReason={disabledReason} />
    </div>
  )
}

function Cover({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const errors = problem?.fields ?? {}
  return (
    <div role="group" aria-label="대표 이미지" className="flex flex-col gap-2">
      <p className="text-label font-semibold text-ink-2">대표 이미지</p>
      {form.image ? (
        <div className="flex flex-wrap items-end gap-3">
          <img src={form.image} alt="대표 이미지 미리보기" className="h-20 w-40 rounded-control border object-cover" />
          <Button size="sm" tone="transparent" onClick={() => change({ image: null, image_alt: '' })}>
            이미지 빼기
          </Button>
          <div className="min-w-56 flex-1">
            <TextField
              label="이미지 설명"
              hint="이미지를 볼 수 없는 방문자와 검색 엔진을 위한 글입니다."
              value={form.image_alt}
              onValue={(alt) => change({ image_alt: alt })}
              error={errors['image_alt']}
              maxLength={200}
            />
          </div>
        </div>
      ) : null}
      <PictureButton
        label="대표 이미지 올리기"
        shownSide={1280}
        onPicture={(image) => change({ image })}
        disabledReason={disabledReason}
      />
      {errors['image'] ? <p className="text-label text-danger">{errors['image']}</p> : null}
    </div>
  )
}

/** Small picture next to the author's name; it needs no alt text, because the name is there. */
function AuthorPicture({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const error = problem?.fields?.['author_image']
  return (
    <div role="group" aria-label="작성자 사진" className="flex flex-col gap-2">
      <p className="text-label font-semibold text-ink-2">작성자 사진</p>
      <div className="flex flex-wrap items-center gap-3">
        {form.author_image ? (
          <>
            <img
              src={form.author_image}
              alt="작성자 사진 미리보기"
              className="size-10 rounded-full border object-cover"
            />
            <Button size="sm" tone="transparent" onClick={() => change({ author_image: null })}>
              사진 빼기
            </Button>
          </>
        ) : null}
        <PictureButton
          label="작성자 사진 올리기"
          shownSide={192}
          onPicture={(url) => change({ author_image: url })}
          disabledReason={disabledReason}
        />
      </div>
      {error ? <p className="text-label text-danger">{error}</p> : null}
    </div>
  )
}

interface PictureButtonProps {
  label: string
  /** Longest displayed side, in px. */
  shownSide: number
  onPicture(url: string): void
  disabledReason?: string | undefined
}

/** Button that uploads a picture, with the upload's error or the accepted types. */
function PictureButton({ label, shownSide, onPicture, disabledReason }: PictureButtonProps) {
  const { input, error, isBusy, choose } = usePostPicture(shownSide, onPicture)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input {...input} type="file" aria-label={`${label} 파일`} className="sr-only" tabIndex={-1} />
      <Button
        size="sm"
        icon={<ImagePlus size={16} strokeWidth={1.5} />}
        isBusy={isBusy}
        disabledReason={disabledReason}
        onClick={choose}
      >
        {label}
      </Button>
      <span role="status" className={`text-label ${error ? 'text-danger' : 'text-ink-3'}`}>
        {error ?? 'PNG, JPEG, WebP · 5MB 이하'}
      </span>
    </div>
  )
}

/** The Markdown source of a post with its toolbar. */
function PostSource({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const area = useRef<HTMLTextAreaElement>(null)
  const { input, error, isBusy, choose, upload } = usePostPicture(1600, (url) => {
    const textArea = area.current
    if (textArea)
      applyEdit(textArea, insertPicture(url)(textArea.value, textArea.selectionStart, textArea.selectionEnd))
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const drops = createPictureHandlers((files) => {
    setRefusal(disabledReason ?? null)
    if (disabledReason === undefined) void upload(files)
  })
  return (
    <div className="flex flex-col gap-1.5">
      <TextToolbar label="본문 도구" area={area} tools={postTools}>
        <ToolbarItem>
          <IconButton
            label="사진"
            icon={<ImagePlus size={16} strokeWidth={1.5} />}
            size="sm"
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={choose}
          />
        </ToolbarItem>
        <span role="status" className={`ml-1 text-label ${isBusy ? 'text-ink-2' : 'text-danger'}`}>
          {isBusy ? '사진을 올리는 중입니다…' : (refusal ?? error)}
        </span>
      </TextToolbar>
      <input {...input} type="file" aria-label="본문에 사진 넣기 파일" className="sr-only" tabIndex={-1} />
      <TextArea
        ref={area}
        label="본문"
        hint="서식은 위의 도구와 단축키로 넣고, 사진은 붙여 넣거나 끌어다 놓아도 됩니다."
        rows={22}
        value={form.markdown}
        onValue={(markdown) => change({ markdown })}
        {...drops}
        onKeyDown={handleKeyDown}
        error={problem?.fields?.['markdown']}
        maxLength={maxPostLength}
        spellCheck={false}
      />
    </div>
  )
}

const handleToolKey = createToolKeyHandler(postTools)

function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
  handleToolKey(event)
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
  if (event.key !== 'Enter' || !isPlain || isImeKey(event)) return
  const area = event.currentTarget
  const edit = continueList(area.value, area.selectionStart, area.selectionEnd)
  if (edit === null) return
  event.preventDefault()
  applyEdit(area, edit)
}

/** Uploads a picture of a post. `shownSide`: its longest displayed side, in px. */
function usePostPicture(shownSide: number, onPicture: (url: string) => void): PictureUpload {
  return useServerPicture({
    options: { ...postPictureLimits, shownSide },
    path: blogPicturePath,
    fileName: 'picture',
    schema: pictureResponseSchema,
    onPicture,
  })
}
