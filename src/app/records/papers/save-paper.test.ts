import { expect, test } from 'vitest'
import { checkFile } from './save-paper.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

test('detects the type by the first bytes for any file name', async () => {
  expect(await checkFile(new File([jpeg], 'scan.pdf', { type: 'application/pdf' }))).toEqual({
    mediaType: 'image/jpeg',
  })
  expect(await checkFile(new Blob([png]))).toEqual({ mediaType: 'image/png' })
  expect(await checkFile(new Blob(['RIFF\u0001\u0002\u0003\u0004WEBPVP8 ']))).toEqual({ mediaType: 'image/webp' })
  expect(await checkFile(new Blob(['\n\nfrom a scanner\n%PDF-1.7\n%%EOF\n']))).toEqual({ mediaType: 'application/pdf' })
})

test('refuses other types, an empty file and a PDF over 20 MB', async () => {
  expect(await checkFile(new File(['MZ'], 'photo.jpg', { type: 'image/jpeg' }))).toEqual({
    refusal: '사진(JPEG, PNG, WebP)과 PDF만 추가할 수 있습니다.',
  })
  expect(await checkFile(new Blob([]))).toEqual({ refusal: '빈 파일입니다.' })
  const largest = new Uint8Array(20_971_520)
  largest.set(new TextEncoder().encode('%PDF-1.7'))
  largest.set(new TextEncoder().encode('%%EOF'), largest.length - 5)
  expect(await checkFile(new Blob([largest]))).toEqual({ mediaType: 'application/pdf' })
  expect(await checkFile(new Blob([largest, 'x']))).toEqual({ refusal: '파일은 20MB 이하만 추가할 수 있습니다.' })
})

test.each(['MZ%PDF-1.7\n%%EOF', '<html>%PDF-1.7%%EOF', 'PK\u0003\u0004%PDF-1.7%%EOF', '%PDF-1.7 cut'])(
  'refuses %j as a PDF',
  async (text) => {
    expect(await checkFile(new Blob([text]))).toHaveProperty('refusal')
  },
)
