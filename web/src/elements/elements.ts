import { NovamasOdds } from './odds';
import { NovamasTable } from './table';

customElements.define('novamas-odds', NovamasOdds);
customElements.define('novamas-table', NovamasTable);
