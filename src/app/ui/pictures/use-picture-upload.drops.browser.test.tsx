import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { createPictureHandlers, usePictureUpload } from './use-picture-upload.ts'

const deps = { maxBytes: 100_000, types: ['image/png'], shownSide: 100 }

/** Shows the uploaded pictures; the server responds when `release` is called. */
function Field({ saved }: { saved: Promise<void> }) {
  const [urls, setUrls] = useState<string[]>([])
  const { error, isBusy, upload } = usePictureUpload({
    options: deps,
    send: async () => {
      await saved
      return { ok: true, value: { url: '/p' } }
    },
    onPicture: (url) => setUrls((before) => [...before, url]),
  })
  return (
    <>
      <textarea aria-label="본문" {...createPictureHandlers((files) => void upload(files))} />
      <p role="status">{isBusy ? '올리는 중' : (error ?? `${urls.length}장`)}</p>
    </>
  )
}

async function show() {
  const server = Promise.withResolvers<void>()
  await render(<Field saved={server.promise} />)
  const area = page.getByRole('textbox', { name: '본문' }).element()
  return { area, release: () => server.resolve(), status: page.getByRole('status') }
}

async function makePicture(): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4)
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4)
  return new File([await canvas.convertToBlob()], '접수증.png', { type: 'image/png' })
}

function makeDataTransfer(files: readonly File[], text?: string): DataTransfer {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text !== undefined) data.setData('text/plain', text)
  return data
}

const paste = (clipboardData: DataTransfer) =>
  new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
const drop = (dataTransfer: DataTransfer) => new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })

test('uploads dropped pictures one after the other and shows progress meanwhile', async () => {
  const { area, release, status } = await show()
  const event = drop(makeDataTransfer([await makePicture(), await makePicture()]))
  area.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await expect.element(status).toHaveTextContent('올리는 중')
  release()
  await expect.element(status).toHaveTextContent('2장')
})

test('uploads a pasted picture, but pastes text that comes with a picture of it as text', async () => {
  const { area, release, status } = await show()
  release()
  const textPaste = paste(makeDataTransfer([await makePicture()], '글'))
  area.dispatchEvent(textPaste)
  expect(textPaste.defaultPrevented).toBe(false)
  const event = paste(makeDataTransfer([await makePicture()]))
  area.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await expect.element(status).toHaveTextContent('1장')
})

test('refuses a file that is not a picture with a message, and the page stays', async () => {
  const { area, status } = await show()
  const event = drop(makeDataTransfer([new File(['x'], '계약서.pdf', { type: 'application/pdf' })]))
  area.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  await expect.element(status).toHaveTextContent('PNG, JPEG, WebP 이미지만 올릴 수 있습니다.')
})
