"""The table on the network: people and bots at one game, moves that are never lost, views that tell nobody too much."""
