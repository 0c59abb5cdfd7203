/** What the school answers: exercises, marks, lessons. */

export interface Exercise {
  readonly kind: string;
  readonly game?: string;
  readonly seed: number;
  readonly level?: number;
}

export interface Question {
  readonly asks: string;
  readonly says: readonly string[];
  readonly answer: 'money' | 'count' | 'option';
  readonly options: readonly string[];
  readonly right?: number;
}

export interface PosedProblem {
  readonly exercise: Exercise;
  readonly title: string;
  readonly says: readonly string[];
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

export interface Exercises {
  readonly exercises: readonly PosedProblem[];
}

export interface Marked {
  readonly right: boolean;
  readonly points: number;
  readonly results: readonly {
    readonly given: number | null;
    readonly right: number;
    readonly is_right: boolean;
    readonly clauses: readonly string[];
  }[];
  readonly says: readonly string[];
  readonly why: readonly string[];
}

export interface Drills {
  readonly kinds: readonly {
    readonly kind: string;
    readonly name: string;
    readonly games: readonly string[];
    readonly without_game: boolean;
    readonly levels: number;
  }[];
  readonly lessons: readonly { readonly lesson: string; readonly game: string; readonly title: string }[];
}

export interface Lesson {
  readonly lesson: string;
  readonly game: string;
  readonly title: string;
  readonly steps: readonly {
    readonly step: number;
    readonly says: string;
    readonly told: readonly string[];
    readonly problem: PosedProblem | null;
  }[];
}
