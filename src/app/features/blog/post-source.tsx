import { ImagePlus } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { maxPostLength } from '#contract/blog/blog.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { isImeKey } from '#app/ui/composition.ts'
import { pictureDrops } from '#app/ui/pictures/picture-drops.ts'
import { applyEdit } from '#app/ui/text-editing/text-edit.ts'
import { TextToolbar, ToolbarItem, toolKeys } from '#app/ui/text-editing/text-toolbar.tsx'
import { nextLine, pictureAt, postTools } from './post-tools.tsx'
import type { Editor } from './use-editor.ts'
import { usePostPicture } from './use-post-picture.ts'

/** The Markdown source of a post with its toolbar. */
export function PostSource({ editor, disabledReason }: { editor: Editor; disabledReason: string | undefined }) {
  const { form, change, problem } = editor
  const area = useRef<HTMLTextAreaElement>(null)
  const { input, fault, isBusy, choose, upload } = usePostPicture(1600, (url) => {
    const text = area.current
    if (text) applyEdit(text, pictureAt(url)(text.value, text.selectionStart, text.selectionEnd))
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const drops = pictureDrops((files) => {
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
        <span role="status" className={`ml-1 text-label ${isBusy ? 'text-ink-2' : 'text-seal'}`}>
          {isBusy ? '사진을 올리는 중입니다…' : (refusal ?? fault)}
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
        onKeyDown={pressKey}
        error={problem?.fields?.['markdown']}
        maxLength={maxPostLength}
        spellCheck={false}
      />
    </div>
  )
}

const toolKey = toolKeys(postTools)

function pressKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  toolKey(event)
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
  if (event.key !== 'Enter' || !isPlain || isImeKey(event)) return
  const area = event.currentTarget
  const edit = nextLine(area.value, area.selectionStart, area.selectionEnd)
  if (edit === null) return
  event.preventDefault()
  applyEdit(area, edit)
}
