import { expect, test } from 'vitest'
import { deriveTitle, describePaperState, formatPaperSize, getAddingHint } from './paper-texts.ts'

const lastModified = Date.parse('2026-11-26T14:05:00+09:00')

test('formats sizes as file lists do', () => {
  expect([1, 340 * 1024, 1_258_291].map(formatPaperSize)).toEqual(['1KB', '340KB', '1.2MB'])
})

test('says where the bytes of a paper are', () => {
  const file = { state: 'waiting', received: 0, size: 200 } as const
  expect(describePaperState(file, { isOnDevice: true, isOnline: true })?.text).toBe('전송 대기')
  expect(describePaperState({ ...file, received: 85 }, { isOnDevice: true, isOnline: true })?.text).toBe('전송 중 42%')
  expect(describePaperState({ ...file, received: 85 }, { isOnDevice: true, isOnline: false })?.text).toBe('전송 대기')
  expect(describePaperState({ ...file, state: 'refused' }, { isOnDevice: true, isOnline: true })?.text).toBe(
    '확인 필요',
  )
  expect(describePaperState(undefined, { isOnDevice: false, isOnline: true })?.text).toBe('이 기기에 없음')
  expect(describePaperState(undefined, { isOnDevice: true, isOnline: false })).toBeNull()
})

test('names a paper after its file, and a photograph without a name after the time it was taken', () => {
  expect(deriveTitle({ name: '매매계약서.PDF', lastModified }, 'application/pdf')).toBe('매매계약서')
  expect(deriveTitle({ name: 'IMG_20261126.jpg', lastModified }, 'image/jpeg')).toBe('사진 2026.11.26 14:05')
  expect(deriveTitle({ name: 'image.png', lastModified }, 'image/png')).toBe('사진 2026.11.26 14:05')
  expect(deriveTitle({ name: '초본 900101-1234567.pdf', lastModified }, 'application/pdf')).toBe('초본 900101-1******')
})

test('a touch device is only offered what a finger can do', () => {
  expect(getAddingHint({ isDraggedOver: false, isTouch: true })).toBe('한 건에 20MB까지입니다.')
  expect(getAddingHint({ isDraggedOver: false, isTouch: false })).toContain('끌어다 놓거나 붙여 넣을 수 있습니다.')
  expect(getAddingHint({ isDraggedOver: true, isTouch: true })).toBe('여기에 놓으면 추가됩니다.')
})
