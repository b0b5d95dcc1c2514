"""HTTP: routes, who may ask what how often, and how an answer looks."""
