import type { Exercise } from '../../wire/generated/http';

const KEY = 'novamas.school';
const MOST = 2000;

/** An exercise that was answered in this browser. */
export interface DoneExercise {
  readonly exercise: Exercise;
  readonly right: boolean;
  readonly seconds: number;
  readonly on: string;
}

/** Progress of the school, stored in this browser only. */
class SchoolProgress {
  done = $state.raw<readonly DoneExercise[]>(read());

  /** Add an exercise, and drop the oldest beyond the limit. */
  add(one: DoneExercise): void {
    this.done = [...this.done, one].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(this.done));
  }

  forget(): void {
    this.done = [];
    localStorage.removeItem(KEY);
  }

  /** Return the number of exercises of a kind, the right ones, and the average time. */
  of(kind: string): { count: number; right: number; seconds: number } {
    const all = this.done.filter((one) => one.exercise.kind === kind);
    const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
    return {
      count: all.length,
      right: all.filter((one) => one.right).length,
      seconds: all.length ? seconds / all.length : 0,
    };
  }

  /** Return the kind to practise next: one never tried, or the one most often wrong lately. */
  next(kinds: readonly string[]): string {
    const share = (kind: string): number => {
      const late = this.done.filter((one) => one.exercise.kind === kind).slice(-20);
      return late.length ? late.filter((one) => one.right).length / late.length : -1;
    };
    return kinds.toSorted((one, other) => share(one) - share(other))[0] ?? '';
  }
}

function read(): readonly DoneExercise[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as readonly DoneExercise[]) : [];
  } catch {
    return [];
  }
}

export const progress = new SchoolProgress();
