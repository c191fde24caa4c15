import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { maxPostLength } from '#contract/blog.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { applyEdit } from '#app/ui/text-editing/text-edit.ts'
import { TextToolbar, ToolbarItem, toolKeys } from '#app/ui/text-editing/text-toolbar.tsx'
import { pictureAt, postTools } from './post-tools.tsx'
import type { Editor } from './use-editor.ts'
import { usePostPicture } from './use-post-picture.ts'

/** The text of a post with its toolbar. */
export function PostSource({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const area = useRef<HTMLTextAreaElement>(null)
  const { input, fault, isBusy, choose } = usePostPicture(1600, (url) => {
    const text = area.current
    if (text) applyEdit(text, pictureAt(url)(text.value, text.selectionStart, text.selectionEnd))
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
        <span role="status" className="ml-1 text-label text-seal">
          {fault}
        </span>
      </TextToolbar>
      <input {...input} type="file" aria-label="본문에 사진 넣기 파일" className="sr-only" tabIndex={-1} />
      <TextArea
        ref={area}
        label="본문"
        hint="마크다운: ## 소제목, **굵게**, - 목록, > 인용, [글](주소), | 표 |"
        rows={18}
        value={form.markdown}
        onValue={(markdown) => change({ markdown })}
        onKeyDown={toolKeys(postTools)}
        error={problem?.fields?.['markdown']}
        maxLength={maxPostLength}
        spellCheck={false}
      />
    </div>
  )
}
