import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLatest } from '../use-latest.ts'
import { createBulkCourse, type BulkCourse, type BulkStep, type CourseNeed } from './bulk-course.ts'
import type { Tally } from './value-tally.ts'

/** A bulk edit that begins when the dialog opens and ends with it. */
export function useBulkCourse(need: CourseNeed): { course: BulkCourse; step: BulkStep; tally: Tally | null } {
  const now = useLatest(need)
  const [course] = useState(() => createBulkCourse(now))
  const step = useSyncExternalStore(course.subscribe, course.getStep)
  const tally = useSyncExternalStore(course.subscribe, course.getTally)
  useEffect(() => {
    void course.begin()
    return () => course.stop()
  }, [course])
  return { course, step, tally }
}
