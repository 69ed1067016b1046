import { catchError, of, switchMap } from "rxjs";

export class Search {
  results = this.query.valueChanges.pipe(
    switchMap((text) => this.api.find(text).pipe(catchError(() => of([])))),
  );
}
