import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useSkeleton } from './useSkeleton.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a response within 150 ms shows no skeleton', async () => {
  const { result, rerender, act } = await renderHook((loading?: boolean) => useSkeleton(loading ?? true), { initialProps: true })
  await act(() => vi.advanceTimersByTime(140))
  await rerender(false)
  await act(() => vi.advanceTimersByTime(1000))
  expect(result.current).toBe(false)
})

test('a visible skeleton stays for 300 ms', async () => {
  const { result, rerender, act } = await renderHook((loading?: boolean) => useSkeleton(loading ?? true), { initialProps: true })
  await act(() => vi.advanceTimersByTime(150))
  expect(result.current).toBe(true)
  await act(() => vi.advanceTimersByTime(100))
  await rerender(false)
  await act(() => vi.advanceTimersByTime(190))
  expect(result.current).toBe(true)
  await act(() => vi.advanceTimersByTime(20))
  expect(result.current).toBe(false)
})
