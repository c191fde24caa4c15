import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EditEvent, type EditResult, type EditSession, readySession, stepSession } from './edit-session.ts'

const commit = { type: 'finish', finish: { mode: 'commit' } } as const
const cancel = { type: 'finish', finish: { mode: 'cancel' } } as const

function run(events: readonly EditEvent[]): { session: EditSession; ended: EditResult[] } {
  let session = readySession
  const ended: EditResult[] = []
  for (const event of events) {
    const step = stepSession(session, event)
    session = step.session
    if (step.ended) ended.push(step.ended)
  }
  return { session, ended }
}

describe('the life of an editor', () => {
  test('opens by typing and returns the typed text on commit', () => {
    const { session, ended } = run([{ type: 'input', text: '가', base: '나' }, commit])
    expect(session).toEqual(readySession)
    expect(ended).toEqual([{ how: 'commit', text: '가', finish: commit.finish }])
  })

  test('delays a commit during a composition until the syllable is complete', () => {
    const started: EditEvent[] = [
      { type: 'compositionstart', base: '' },
      { type: 'input', text: '가', base: '' },
      commit,
    ]
    expect(run(started).ended).toEqual([])
    expect(run([...started, { type: 'compositionend', text: '강' }]).ended).toEqual([
      { how: 'commit', text: '강', finish: commit.finish },
    ])
  })

  test('reports no change when the text is unchanged', () => {
    expect(run([{ type: 'open', text: '강' }, commit]).ended.map(({ how }) => how)).toEqual(['unchanged'])
  })

  test('F2 switches between typing and caret, and opens no closed editor', () => {
    expect(run([{ type: 'toggle' }]).session.mode).toBe('ready')
    expect(run([{ type: 'input', text: 'a', base: '' }, { type: 'toggle' }]).session.mode).toBe('caret')
    expect(run([{ type: 'open', text: 'a' }, { type: 'toggle' }]).session.mode).toBe('typing')
  })

  const texts = fc.constantFrom('', '가', '강', '강남')
  const events: fc.Arbitrary<EditEvent> = fc.oneof(
    fc.record({ type: fc.constant('input' as const), text: texts, base: fc.constant('') }),
    fc.record({ type: fc.constant('compositionstart' as const), base: fc.constant('') }),
    fc.record({ type: fc.constant('compositionend' as const), text: texts }),
    fc.record({ type: fc.constant('open' as const), text: texts }),
    fc.constantFrom<EditEvent>({ type: 'toggle' }, commit, cancel),
  )

  test('never ends twice or while composing, and returns changes only on commit', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (trace) => {
        let session = readySession
        for (const event of trace) {
          const before = session
          const step = stepSession(before, event)
          session = step.session
          if (!step.ended) continue
          expect(before.mode).not.toBe('ready')
          expect(before.isComposing && event.type !== 'compositionend').toBe(false)
          expect(session).toEqual(readySession)
          expect(step.ended.how !== 'commit' || step.ended.text !== before.base).toBe(true)
          expect(step.ended.how === 'cancel').toBe(step.ended.finish.mode === 'cancel')
        }
      }),
    )
  })

  test('never loses a request to end: the editor closes after the composition', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(commit, cancel), (text, request) => {
        const { session, ended } = run([
          { type: 'compositionstart', base: '' },
          request,
          { type: 'input', text, base: '' },
          { type: 'compositionend', text },
        ])
        expect(session).toEqual(readySession)
        expect(ended).toHaveLength(1)
      }),
    )
  })
})
