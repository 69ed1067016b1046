import { catchError, of, switchMap } from "rxjs";

export class Search {
  results = this.query.valueChanges.pipe( // expect: angular-first-error-ends-the-stream
    switchMap((text) => this.api.find(text)),
    catchError(() => of([])),
  );
}
