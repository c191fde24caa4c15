import { expect, test } from 'vitest'
import { drawStampStrokes } from './stamp-strokes.ts'

test.each(['온결', '새솔', '법무', '쫾뷁', '의왕', '갊훼'])(
  '%s is drawn inside the frame, differently from other letters',
  (letters) => {
    const strokes = drawStampStrokes(letters)
    expect(strokes.length).toBeGreaterThan(3)
    for (const stroke of strokes) {
      expect(stroke).toMatch(/^M[\d.]+ [\d.]+/)
      if (stroke.includes('a')) continue
      for (const number of stroke.slice(1).split(/[L ]/).map(Number))
        expect(number).toSatisfy((at: number) => at >= 5 && at <= 27)
    }
    expect(drawStampStrokes('가나')).not.toEqual(strokes)
  },
)

test('skips characters that are no Hangul syllables', () => {
  expect(drawStampStrokes('AB')).toEqual([])
})
