import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Book } from '#contract/books/field.ts'
import { templateNames } from '#contract/generic-resource.ts'
import { templateColumns } from '#domain/template-sheet.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { saveFile } from '#app/ui/save-file.ts'
import { writeOnDevice } from './write-on-device.ts'

/** 양식 다운로드: an empty sheet with the titles that the import knows, made on this device, so that it is there without a network too. */
export function TemplateButton({ book: { label, fields } }: { book: Book }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function save() {
    setState('busy')
    try {
      const sheet = { name: label, columns: templateColumns(fields) }
      const file = await writeOnDevice(sheet, new AbortController().signal, () => Promise.resolve(null))
      saveFile(templateNames(label.replaceAll(' ', '-')).korean, file)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<Download size={16} strokeWidth={1.5} />} isBusy={state === 'busy'} onClick={() => void save()}>
        양식 다운로드
      </Button>
      {state === 'failed' ? (
        <span role="alert" className="text-label text-seal">
          양식 파일을 만들지 못했습니다.
        </span>
      ) : null}
    </div>
  )
}
